// The engine, which the host of the element may install.

declare module "banco-engine" {
  type Position = object;
  export class Engine {
    static create(options: { variant: string }): Promise<Engine>;
    position(place: { fen: string | null; moves: string[] }): Promise<Position>;
    search(position: Position, limits: { movetime: number }): Promise<{ bestmove: string | null }>;
    analyse(position: Position): AsyncIterable<Info>;
    stop(): void;
    terminate(): void;
  }
}
