// What the page and the server say to each other; the other half is engine/src/board/message.rs.

export type Color = 'white' | 'black';
export type Player = 'person' | 'engine';

/** What limits the engine's moves. */
export interface Level {
  by: 'strength' | 'time' | 'depth' | 'nodes';
  amount: number;
}

export type Request =
  | { do: 'new'; variant: string; fen?: string }
  | { do: 'load'; variant: string; text: string }
  | { do: 'play'; mv: string }
  | { do: 'go-to'; ply: number }
  | { do: 'step'; by: number }
  | { do: 'take-back' }
  | { do: 'seats'; white: Player; black: Player }
  | ({ do: 'level' } & Level)
  | { do: 'clock'; seconds: number; increment: number }
  | { do: 'analyse'; on: boolean; lines: number }
  | { do: 'move-now' }
  | { do: 'resign' }
  | { do: 'pgn' }
  | { do: 'seen'; on: boolean };

export interface Variant {
  name: string;
  title: string;
  files: number;
  ranks: number;
  start: string;
  /** Upper-case letters and names. */
  pieces: [string, string][];
  /** What the first side is called. */
  first: string;
  /** Whether pieces stand where lines cross. */
  crossings: boolean;
}

/** A line that a piece can move along. */
export interface Ray {
  squares: string[];
  end: 'free' | 'own' | 'enemy' | 'stymied';
  beyond: string[];
  by: string[];
}

/** A legal move. */
export interface Choice {
  uci: string;
  from: string;
  to: string[];
  promotion: string | null;
  capture: boolean;
}

export interface View {
  variant: string;
  start: string;
  fen: string;
  side: Color;
  ply: number;
  /** In UCI and as people write them. */
  moves: [string, string][];
  last: string[];
  check: string | null;
  legal: Choice[];
  /** White's, Black's. */
  zones: [string[], string[]];
  rays: Record<string, Ray[]>;
  /** `1-0` and so on, and why. */
  result: [string, string] | null;
  /** White's, Black's. */
  players: [Player, Player];
  /** The persons' names, where a PGN has told them. */
  names: [string | null, string | null];
  level: Level;
  /** How many lines are analysed; 0: none. */
  lines: number;
  clock: { white: number; black: number; running: Color | null; seconds: number; increment: number } | null;
  thinking: boolean;
}

export interface Line {
  ply: number;
  rank: number;
  depth: number;
  seldepth: number;
  nodes: number;
  ms: number;
  /** For White, in centipawns; beyond 30,000: mate. */
  white: number;
  score: string;
  moves: string[];
  text: string;
}

export type Tell =
  | { tell: 'hello'; run: number; variants: Variant[]; strengths: number }
  | ({ tell: 'board' } & View)
  | ({ tell: 'line' } & Line)
  | { tell: 'pgn'; text: string }
  | { tell: 'refused'; why: string }
  | { tell: 'remark'; text: string };
