// The page's state besides the game itself: what is shown, which game and rules are on the board.

/** @returns {State} */
export const newState = () => ({
  mode: "play", isLeft: false, isWriting: false, shownMode: null, probed: null,
  id: "", rules: new Map(), options: [], games: [], opening: 0, underWay: 0,
});
