// The list of moves, the lines of an analysis, the evaluation bar, the players and their clocks.

import type { Color, Level, Line, Variant, View } from './messages';

/** The element with this id, which the page has. */
export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found as E;
}

/** How the side is called. */
export function sideName(color: Color, variant: Variant): string {
  return color === 'white' ? variant.first : 'Black';
}

/** The level in words; the strength of number `full` has no limit. */
export function levelName(level: Level, full: number): string {
  switch (level.by) {
    case 'strength': return level.amount === full ? 'full strength' : `level ${level.amount}`;
    case 'time': return `${level.amount / 1000} s a move`;
    case 'depth': return `depth ${level.amount}`;
    case 'nodes': return `${level.amount.toLocaleString('en')} nodes`;
  }
}

/** Shows the moves, two a row; `go` shows the position after one of them. */
export function showMoves(view: View, go: (ply: number) => void): void {
  const list = element('moves');
  const fields = view.start.split(' ');
  const number = Number(fields[5]) || 1;
  const offset = fields[1] === 'b' ? 1 : 0;
  const cells: HTMLElement[] = [];
  view.moves.forEach(([uci, text], i) => {
    if (i === 0 || (i + offset) % 2 === 0) {
      const count = document.createElement('span');
      count.className = 'number';
      count.textContent = `${number + Math.floor((i + offset) / 2)}.`;
      cells.push(count);
      if (i === 0 && offset === 1) cells.push(blank());
    }
    const button = document.createElement('button');
    button.textContent = text;
    button.title = uci;
    button.dataset.ply = String(i + 1);
    if (view.ply === i + 1) button.setAttribute('aria-current', 'true');
    button.onclick = () => go(i + 1);
    cells.push(button);
  });
  list.replaceChildren(...cells);
  const current = list.querySelector<HTMLElement>('[aria-current]');
  // Only the list scrolls, not the page.
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
}

function blank(): HTMLElement {
  const gap = document.createElement('span');
  gap.textContent = '…';
  return gap;
}

/** Shows the lines found in the position; `play` plays a line's first move. */
export function showLines(lines: (Line | undefined)[], play: (line: Line) => void): void {
  const items = lines.flatMap(line => {
    if (!line) return [];
    const item = document.createElement('li');
    const score = document.createElement('button');
    score.className = line.white >= 0 ? 'score white' : 'score black';
    score.textContent = line.score;
    score.title = 'Play this line\'s first move';
    score.onclick = () => play(line);
    const text = document.createElement('span');
    text.textContent = line.text;
    item.append(score, text);
    return [item];
  });
  element('found').replaceChildren(...items);
  const best = lines[0];
  element('effort').textContent = best
    ? `depth ${best.depth}/${best.seldepth} · ${short(best.nodes)} nodes · ${short(best.nodes / Math.max(best.ms / 1000, 0.001))}/s`
    : '';
}

function short(number: number): string {
  if (number >= 1e9) return (number / 1e9).toFixed(1) + ' G';
  if (number >= 1e6) return (number / 1e6).toFixed(1) + ' M';
  if (number >= 1e4) return (number / 1e3).toFixed(0) + ' k';
  return String(Math.round(number));
}

/** Shows who is better: White's share of the bar. */
export function showBar(best: Line | undefined, bottom: Color): void {
  const bar = element('bar');
  if (!best) {
    bar.classList.add('unknown');
    return;
  }
  bar.classList.remove('unknown');
  bar.classList.toggle('turned', bottom === 'black');
  // A logistic curve: two pawns are about two thirds of the bar.
  const share = 100 / (1 + Math.exp(-best.white / 270));
  element('share').style.setProperty('--share', `${share.toFixed(1)}%`);
  element('verdict').textContent = best.score;
  bar.setAttribute('aria-label', `Evaluation ${best.score}`);
}

/** Shows the players, the one at the bottom last; `full`: see {@link levelName}. */
export function showPlayers(view: View, variant: Variant, bottom: Color, full: number): void {
  for (const [id, color] of [['top', bottom === 'white' ? 'black' : 'white'], ['bottom', bottom]] as const) {
    const row = element(id);
    const seat = color === 'white' ? 0 : 1;
    const engine = view.players[seat] === 'engine';
    const name = engine ? `Stymie, ${levelName(view.level, full)}` : view.names[seat];
    row.dataset.color = color;
    row.classList.toggle('to-move', !view.result && view.side === color);
    row.querySelector('.who')!.textContent = sideName(color, variant) + (name ? ` · ${name}` : '');
  }
}

/** Shows the clocks; `since`: when the view came, in milliseconds. */
export function showClocks(view: View | undefined, since: number, now: number): void {
  for (const id of ['top', 'bottom']) {
    const row = element(id);
    const face = row.querySelector<HTMLElement>('.clock')!;
    face.hidden = !view?.clock;
    if (!view?.clock) continue;
    const color = row.dataset.color as Color;
    const running = view.clock.running === color;
    const left = Math.max(0, view.clock[color] - (running ? now - since : 0));
    face.textContent = time(left);
    face.classList.toggle('running', running);
    face.classList.toggle('short', left < 10_000);
  }
}

function time(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  if (ms < 10_000) return `0:${two(seconds)}.${Math.floor((ms % 1000) / 100)}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
