// What lies under and over the pieces, in SVG whose unit is a square: the board itself, the zones,
// and the lines of a slider with what stops it.

import type { Ray, View } from './messages';
import { centre, type Frame } from './squares';

/** The outlines of the river's characters, 60 units high, the middle at (0, 0): the build puts them here. */
declare const RIVER: Record<string, string>;

type Attributes = Record<string, string | number>;

const svg = (tag: string, attributes: Attributes, inner = ''): string => {
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`).join('');
  return `<${tag}${text}>${inner}</${tag}>`;
};

const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  svg('line', { x1, y1, x2, y2, class: kind });

/** Squares in two colours, a1 a dark one, with the names of files and ranks in their corners. */
export function chequered(frame: Frame): string {
  const { files, ranks } = frame;
  const parts: string[] = [];
  for (let file = 0; file < files; file++) {
    for (let rank = 0; rank < ranks; rank++) {
      const name = String.fromCharCode(97 + file) + (rank + 1);
      const [x, y] = centre(name, frame);
      const shade = (file + rank) % 2 === 0 ? 'dark' : 'light';
      parts.push(svg('rect', { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: shade }));
      if (y === ranks - 0.5) parts.push(label(x + 0.46, y + 0.44, name.charAt(0), 'end', shade));
      if (x === 0.5) parts.push(label(x - 0.46, y - 0.3, name.slice(1), 'start', shade));
    }
  }
  return parts.join('');
}

const label = (x: number, y: number, text: string, anchor: string, shade: string): string =>
  svg('text', { x, y, 'text-anchor': anchor, class: `coordinate on-${shade}` }, text);

/** Xiangqi's board: lines, river, palaces, and the marks of cannons and soldiers. */
export function crossings(frame: Frame): string {
  const { files, ranks } = frame;
  const parts = [svg('rect', { x: 0, y: 0, width: files, height: ranks, class: 'wood' })];
  const [left, right, top, bottom] = [0.5, files - 0.5, 0.5, ranks - 0.5];
  for (let y = top; y <= bottom; y++) parts.push(line(left, y, right, y, 'grid'));
  for (let x = left; x <= right; x++) {
    if (x === left || x === right) parts.push(line(x, top, x, bottom, 'grid'));
    else parts.push(line(x, top, x, 4.5, 'grid'), line(x, 5.5, x, bottom, 'grid'));
  }
  for (const y of [top, bottom - 2]) {
    parts.push(line(3.5, y, 5.5, y + 2, 'grid'), line(5.5, y, 3.5, y + 2, 'grid'));
  }
  for (const y of [2.5, 7.5]) for (const x of [1.5, 7.5]) parts.push(mark(x, y, files));
  for (const y of [3.5, 6.5]) for (const x of [0.5, 2.5, 4.5, 6.5, 8.5]) parts.push(mark(x, y, files));
  parts.push(svg('rect', { x: 0.42, y: 0.42, width: files - 0.84, height: ranks - 0.84, class: 'border' }));
  // Each bank's half is written for the player who sits there.
  [['楚', 1.7, 0], ['河', 2.8, 0], ['界', 6.2, 180], ['漢', 7.3, 180]].forEach(([name, x, turn]) => {
    const transform = `translate(${x} ${ranks / 2}) rotate(${turn}) scale(.0095)`;
    parts.push(svg('path', { d: RIVER[name!] ?? '', transform, class: 'river' }));
  });
  for (let i = 0; i < files; i++) {
    const name = String.fromCharCode(97 + i);
    // In the corners of the squares, which the round pieces leave free.
    parts.push(label(centre(name + '1', frame)[0] - 0.47, ranks - 0.05, name, 'start', 'wood'));
  }
  for (let rank = 1; rank <= ranks; rank++) {
    parts.push(label(0.03, centre('a' + rank, frame)[1] - 0.34, String(rank), 'start', 'wood'));
  }
  return parts.join('');
}

/** The four small corners around a crossing; at the board's edge only two of them. */
function mark(x: number, y: number, files: number): string {
  const corners: string[] = [];
  for (const right of [-1, 1]) {
    if (x + right < 0 || x + right > files) continue;
    for (const down of [-1, 1]) {
      const [near, far] = [0.09, 0.24];
      const d = `M${x + right * near} ${y + down * far}v${-down * (far - near)}h${right * (far - near)}`;
      corners.push(svg('path', { d, class: 'grid' }));
    }
  }
  return corners.join('');
}

/** The zones of the sides asked for. */
export function zones(view: View, sides: ('white' | 'black')[], frame: Frame): string {
  return sides.flatMap(side =>
    view.zones[side === 'white' ? 0 : 1].map(name => {
      const [x, y] = centre(name, frame);
      const place = { x: x - 0.5, y: y - 0.5, width: 1, height: 1 };
      return svg('rect', { ...place, class: `zone ${side}`, 'data-square': name });
    }),
  ).join('');
}

/** The lines of the piece on a square: where each goes, what ends it, and what stops it too early. */
export function rays(from: string, all: Ray[], frame: Frame): string {
  const start = centre(from, frame);
  return all.map(ray => {
    const last = ray.squares[ray.squares.length - 1];
    // A piece that cannot even begin to move along a line needs no drawing to say so.
    const shut = ray.end === 'own' && ray.squares.length === 1;
    return last === undefined || shut ? '' : drawn(ray, start, centre(last, frame), frame);
  }).join('');
}

function drawn(ray: Ray, [x0, y0]: [number, number], [x1, y1]: [number, number], frame: Frame): string {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  // A line begins at the piece's edge, and ends at the edge of a piece that is in its way.
  const blocked = ray.end === 'own' || ray.end === 'enemy';
  const until = length - (blocked ? 0.42 : 0);
  const parts: string[] = [];
  if (ray.end === 'stymied') {
    const far = ray.beyond[ray.beyond.length - 1] ?? '';
    const [x2, y2] = centre(far, frame);
    parts.push(line(x1, y1, x2, y2, 'lost'));
    for (const name of ray.beyond) {
      const [x, y] = centre(name, frame);
      parts.push(svg('circle', { cx: x, cy: y, r: 0.09, class: 'lost' }));
    }
    for (const name of ray.by) {
      const [x, y] = centre(name, frame);
      parts.push(line(x, y, x1, y1, 'grip'));
      parts.push(svg('circle', { cx: x, cy: y, r: 0.46, class: 'guard', 'data-square': name }));
    }
  }
  if (until > 0.4) parts.push(line(x0 + ux * 0.4, y0 + uy * 0.4, x0 + ux * until, y0 + uy * until, 'ray'));
  if (ray.end === 'stymied') {
    const square = ray.squares[ray.squares.length - 1] ?? '';
    const bar = `M${x1 - uy * 0.34} ${y1 + ux * 0.34}L${x1 + uy * 0.34} ${y1 - ux * 0.34}`;
    parts.push(svg('path', { d: bar, class: 'brake', 'data-square': square }));
  } else if (ray.end === 'enemy') {
    parts.push(svg('circle', { cx: x1, cy: y1, r: 0.44, class: 'target' }));
  } else if (ray.end === 'own') {
    const [x, y] = [x0 + ux * until, y0 + uy * until];
    parts.push(line(x - uy * 0.13, y + ux * 0.13, x + uy * 0.13, y - ux * 0.13, 'ray'));
  } else {
    parts.push(svg('circle', { cx: x1, cy: y1, r: 0.1, class: 'end' }));
  }
  return parts.join('');
}
