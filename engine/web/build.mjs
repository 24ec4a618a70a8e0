// Builds the page into dist/, which is committed so that cargo alone builds the program:
//
//     npm install && npm run check && npm run build

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import opentype from 'opentype.js';
import { CHARACTERS, DISC_INKS, FAIRY, INKS, disc, silhouette } from './figures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, 'node_modules');
const dist = join(here, 'dist');

/** An SVG in a box of 45 by 45 as a CSS image. */
function image(inner) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${inner}</svg>`;
  const short = svg.replace(/(\.\d*?[1-9])0+(?=\D)/g, '$1').replace(/"/g, "'");
  const escaped = short.replace(/[%#<>]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase());
  return `url("data:image/svg+xml,${escaped}")`;
}

/** The orthodox pieces' drawings, by colour and letter, out of chessgroundx's style sheet. */
function orthodox() {
  const css = readFileSync(join(packages, 'chessgroundx/assets/chessground.cburnett.css'), 'utf8');
  const letters = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
  const drawings = { white: {}, black: {} };
  for (const [, name, color, data] of css.matchAll(/piece\.(\w+)\.(\w+) \{[^}]*base64,([^']+)/g)) {
    const svg = Buffer.from(data, 'base64').toString();
    drawings[color][letters[name]] = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
  }
  return drawings;
}

/** A path's data, its numbers rounded. */
function pathData(path) {
  const round = number => String(Math.round(number * 100) / 100 + 0);
  return path.commands
    .map(({ type, ...at }) => type + ['x1', 'y1', 'x2', 'y2', 'x', 'y']
      .filter(name => name in at).map(name => round(at[name])).join(' '))
    .join('');
}

/** The outlines of characters, the middle at (0, 0), out of whichever of the font's files has them. */
function outlines(characters, size) {
  const folder = join(packages, '@fontsource/lxgw-wenkai-tc/files');
  const wanted = new Set(characters);
  const paths = new Map();
  for (const file of readdirSync(folder).filter(name => name.endsWith('-700-normal.woff'))) {
    const data = readFileSync(join(folder, file));
    const font = opentype.parse(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
    for (const character of wanted) {
      const glyph = font.charToGlyph(character);
      if (glyph.index === 0) continue;
      const box = glyph.getPath(0, 0, size).getBoundingBox();
      const [x, y] = [-(box.x1 + box.x2) / 2, -(box.y1 + box.y2) / 2];
      paths.set(character, pathData(glyph.getPath(x, y, size)));
      wanted.delete(character);
    }
  }
  if (wanted.size > 0) throw new Error(`the font lacks ${[...wanted].join('')}`);
  return paths;
}

function pieces() {
  const rules = [];
  const rule = (set, letter, color, inner) =>
    rules.push(`.${set} piece.${letter}-piece.${color}{background-image:${image(inner)}}`);
  const drawings = orthodox();
  for (const [color, ink] of Object.entries(INKS)) {
    for (const [letter, inner] of Object.entries(drawings[color])) rule('chess', letter, color, inner);
    for (const [letter, draw] of Object.entries(FAIRY)) {
      rule('chess', letter, color, draw(ink, drawings[color].n));
    }
  }
  const characters = outlines(Object.values(CHARACTERS).flat(), 24);
  for (const [letter, both] of Object.entries(CHARACTERS)) {
    Object.entries(DISC_INKS).forEach(([color, ink], i) => {
      const outline =
        `<path transform="translate(22.5 22.5)" d="${characters.get(both[i])}" fill="${ink.ink}"/>`;
      rule('hanzi', letter, color, disc(ink, outline));
      rule('figures', letter, color, disc(ink, silhouette(letter, ink)));
    });
  }
  return `/* Built by build.mjs: see LICENCES.txt. */\n${rules.join('\n')}\n`;
}

function licences() {
  const part = (title, path) => `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}\n\n` +
    readFileSync(join(packages, path), 'utf8').trim() + '\n\n';
  return 'The page of Stymie\'s board is made of its own sources (engine/web, GPL-3.0-or-later) and of:\n\n' +
    '- board.js, board.css: chessgroundx 10.7.4, the board, by Bajusz Tamas and the authors of\n' +
    '  chessground; GPL-3.0 or any later version, text below.\n' +
    '- pieces.css: the orthodox pieces, and the knight\'s head in the kwagga and the minister, by\n' +
    '  Colin M.L. Burnett, GPL-2.0 or any later version, as chessgroundx brings them.\n' +
    '- pieces.css, board.js: outlines of xiangqi\'s characters out of the font LXGW WenKai TC;\n' +
    '  SIL Open Font License 1.1, text below.\n\n' +
    part('LXGW WenKai TC', '@fontsource/lxgw-wenkai-tc/LICENSE') +
    part('chessgroundx', 'chessgroundx/LICENSE');
}

/** What is written in xiangqi's river: of Chu and of Han. */
const river = [...outlines(['楚', '河', '漢', '界'], 60)];

mkdirSync(dist, { recursive: true });
await esbuild.build({
  entryPoints: [join(here, 'src/board.ts'), join(here, 'src/board.css')],
  outdir: dist,
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  define: { RIVER: JSON.stringify(Object.fromEntries(river)) },
  banner: { js: '/* Stymie\'s board, with chessgroundx: see LICENCES.txt. Sources: engine/web. */' },
});
writeFileSync(join(dist, 'pieces.css'), pieces());
writeFileSync(join(dist, 'LICENCES.txt'), licences());
for (const name of ['index.html', 'icon.svg']) copyFileSync(join(here, 'src', name), join(dist, name));
