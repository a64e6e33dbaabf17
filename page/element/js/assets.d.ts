// The module that `src/bin/join.rs` writes.

/** The style sheets. */
export const style: string;
/** The ids of the games. */
export const games: string[];
/** The texts of the page that the element has, by language. */
export const catalogues: Record<"en" | "vi", Record<string, string>>;
