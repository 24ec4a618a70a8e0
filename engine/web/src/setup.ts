// Setting up a position by hand.

import type { Role } from 'chessgroundx/types';
import type { Color, Variant } from './messages';
import { element } from './panels';
import type { Brush, Surface } from './surface';

/** A hand's four-way arrow, and a cross, in a box of 16 by 16. */
const HAND = 'M8 0l3 3H9v4h4V5l3 3-3 3V9H9v4h2l-3 3-3-3h2V9H3v2L0 8l3-3v2h4V3H5z';
const CROSS = 'M3.4 2L8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z';

function icon(path: string): HTMLElement {
  const holder = document.createElement('span');
  holder.innerHTML = `<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true"><path d="${path}"/></svg>`;
  return holder;
}

export class Setup {
  private brush: Brush = 'hand';
  private surface: Surface | undefined;
  private variant: Variant | undefined;

  /** `accept` gets the FEN of the position; `cancel`: none is wanted. */
  constructor(accept: (fen: string) => void, cancel: () => void) {
    element('accept').onclick = () => accept(this.fen());
    element('cancel').onclick = cancel;
    element('clear').onclick = () => this.surface?.place(this.empty());
    element('array').onclick = () => {
      if (this.variant) this.fill(this.variant.start);
    };
  }

  /** Whether a position is being set up. */
  get active(): boolean {
    return this.surface !== undefined;
  }

  /** Begins with the position of a FEN. */
  begin(surface: Surface, variant: Variant, fen: string): void {
    this.surface = surface;
    this.variant = variant;
    this.palette(variant);
    const [white] = element<HTMLSelectElement>('to-move').options;
    if (white) white.textContent = variant.first;
    this.choose('hand');
    this.fill(fen);
  }

  /** The board is for playing again. */
  end(): void {
    this.surface = undefined;
    element<HTMLDetailsElement>('setup').open = false;
  }

  private fill(fen: string): void {
    const [placement = '', side = 'w', rights = '-'] = fen.split(' ');
    this.surface?.place(placement);
    element<HTMLSelectElement>('to-move').value = side;
    element<HTMLInputElement>('rights').value = rights;
  }

  private fen(): string {
    const side = element<HTMLSelectElement>('to-move').value;
    const rights = element<HTMLInputElement>('rights').value.trim() || '-';
    return `${this.surface?.placement ?? ''} ${side} ${rights} - 0 1`;
  }

  private empty(): string {
    const { files, ranks } = this.variant ?? { files: 8, ranks: 8 };
    return Array<string>(ranks).fill(String(files)).join('/');
  }

  private choose(brush: Brush): void {
    this.brush = brush;
    this.surface?.edit(brush);
    for (const button of element('palette').children) {
      button.setAttribute('aria-checked', String((button as HTMLElement).dataset.brush === brushName(brush)));
    }
  }

  private palette(variant: Variant): void {
    const button = (brush: Brush, name: string, face: string | HTMLElement): HTMLElement => {
      const made = document.createElement('button');
      made.setAttribute('role', 'radio');
      made.setAttribute('aria-label', name);
      made.title = name;
      made.dataset.brush = brushName(brush);
      made.append(face);
      made.onclick = () => this.choose(this.brush === brush ? 'hand' : brush);
      return made;
    };
    const buttons = [button('hand', 'move pieces', icon(HAND)), button('nothing', 'take pieces off', icon(CROSS))];
    for (const color of ['white', 'black'] as Color[]) {
      for (const [letter, name] of variant.pieces) {
        const role = `${letter.toLowerCase()}-piece` as Role;
        const figure = document.createElement('piece');
        figure.className = `${role} ${color}`;
        const side = color === 'white' ? variant.first : 'Black';
        buttons.push(button({ role, color }, `${side}'s ${name}`, figure));
      }
    }
    element('palette').replaceChildren(...buttons);
    element('palette').style.setProperty('--kinds', String(variant.pieces.length));
  }
}

const brushName = (brush: Brush): string =>
  typeof brush === 'string' ? brush : `${brush.color} ${brush.role}`;
