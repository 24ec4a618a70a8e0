// Names of squares: the program writes the tenth rank `10`, the board library one character a rank.

import type { Key } from 'chessgroundx/types';
import type { Color } from './messages';

/** The board library's name of a square. */
export function keyOf(name: string): Key {
  return (name.charAt(0) + String.fromCharCode(48 + Number(name.slice(1)))) as Key;
}

/** The program's name of a square. */
export function nameOf(key: string): string {
  return key.charAt(0) + String(key.charCodeAt(1) - 48);
}

/** A board's size and which side is at the bottom. */
export interface Frame {
  files: number;
  ranks: number;
  bottom: Color;
}

/** The centre of a square, in squares from the top left. */
export function centre(name: string, { files, ranks, bottom }: Frame): [number, number] {
  const file = name.charCodeAt(0) - 97;
  const rank = Number(name.slice(1)) - 1;
  return bottom === 'white'
    ? [file + 0.5, ranks - rank - 0.5]
    : [files - file - 0.5, rank + 0.5];
}
