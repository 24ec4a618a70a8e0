// The board on the page: the library's pieces between our ground and our lines.

import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Key, Piece, Role } from 'chessgroundx/types';
import { chequered, crossings, rays, zones } from './ground';
import type { Choice, Color, Variant, View } from './messages';
import { keyOf, nameOf, type Frame } from './squares';

/** What is put on a square while a position is set up. */
export type Brush = { role: Role; color: Color } | 'nothing' | 'hand';

const NAMESPACE = 'http://www.w3.org/2000/svg';

export class Surface {
  private readonly ground: Api;
  private readonly under = document.createElementNS(NAMESPACE, 'svg');
  private readonly over = document.createElementNS(NAMESPACE, 'svg');
  private frame: Frame;
  private view: View | undefined;
  /** The square whose lines are drawn, if it is pointed at. */
  private pointed: string | undefined;
  private brush: Brush | undefined;

  /** `play` gets the choices that a person's two clicks leave: several if a pawn promotes. */
  constructor(
    private readonly element: HTMLElement,
    private readonly variant: Variant,
    bottom: Color,
    private readonly play: (choices: Choice[]) => void,
  ) {
    this.frame = { files: variant.files, ranks: variant.ranks, bottom };
    element.style.setProperty('--files', String(variant.files));
    element.style.setProperty('--ranks', String(variant.ranks));
    for (const [layer, name] of [[this.under, 'ground'], [this.over, 'lines']] as const) {
      layer.setAttribute('class', name);
      layer.setAttribute('viewBox', `0 0 ${variant.files} ${variant.ranks}`);
      layer.setAttribute('aria-hidden', 'true');
    }
    this.ground = Chessground(element, {
      dimensions: { width: variant.files, height: variant.ranks },
      orientation: bottom,
      coordinates: false,
      autoCastle: false,
      fen: variant.start.split(' ')[0] ?? '',
      premovable: { enabled: false },
      movable: { free: false, events: { after: (from, to) => this.moved(from, to) } },
      draggable: { showGhost: true },
      drawable: { brushes: { best: { key: 'best', color: '#2f7d5b', opacity: 0.75, lineWidth: 9 } } as never },
      events: {
        select: key => this.selected(key),
        insert: elements => elements.container.prepend(this.under),
      },
    });
    this.layOut();
    element.addEventListener('pointermove', event => this.point(event));
    element.addEventListener('pointerleave', () => this.point());
    element.addEventListener('pointerup', () => requestAnimationFrame(() => this.drawLines()));
  }

  /** Which side is at the bottom. */
  get bottom(): Color {
    return this.frame.bottom;
  }

  /** Takes the board off the page. */
  destroy(): void {
    this.ground.destroy();
    this.element.replaceChildren();
    this.element.replaceWith(this.element.cloneNode(false));
  }

  /** Turns the board. */
  flip(): void {
    this.frame = { ...this.frame, bottom: this.frame.bottom === 'white' ? 'black' : 'white' };
    this.ground.set({ orientation: this.frame.bottom });
    this.layOut();
  }

  /** Shows a position; the sides whose zones are tinted; `movable`: whether a person may move. */
  show(view: View, tinted: Color[], movable: boolean): void {
    this.view = view;
    const dests = new Map<Key, Key[]>();
    for (const choice of movable ? view.legal : []) {
      const from = keyOf(choice.from);
      dests.set(from, [...(dests.get(from) ?? []), ...choice.to.map(keyOf)]);
    }
    this.brush = undefined;
    this.ground.set({
      fen: view.fen.split(' ')[0] ?? '',
      turnColor: view.side,
      lastMove: view.last.map(keyOf),
      check: view.check === null ? false : [keyOf(view.check)],
      movable: { free: false, color: movable ? view.side : undefined, dests, showDests: true },
      draggable: { deleteOnDropOff: false },
      animation: { enabled: true },
    });
    this.tint(tinted);
    this.drawLines();
  }

  /** Tints the zones of these sides. */
  tint(sides: Color[]): void {
    const layer = this.under.querySelector('.zones');
    if (layer && this.view) layer.innerHTML = zones(this.view, sides, this.frame);
  }

  /** Points an arrow at a move in UCI, or at none. */
  advise(uci: string | undefined): void {
    const squares = uci?.match(/^([a-j]\d+)([a-j]\d+)/);
    const shape = squares ? [{ orig: keyOf(squares[1]!), dest: keyOf(squares[2]!), brush: 'best' }] : [];
    this.ground.setAutoShapes(shape);
  }

  /** Lets go of a piece that is selected. */
  release(): void {
    this.ground.cancelMove();
    this.drawLines();
  }

  /** From now on pieces are put and moved freely, until a position is shown. */
  edit(brush: Brush): void {
    this.brush = brush;
    this.view = undefined;
    this.under.querySelector('.zones')?.replaceChildren();
    this.over.replaceChildren();
    this.ground.set({
      lastMove: [],
      check: false,
      movable: { free: true, color: brush === 'hand' ? 'both' : undefined, dests: new Map(), showDests: false },
      draggable: { deleteOnDropOff: true },
    });
    this.ground.setAutoShapes([]);
    this.ground.unselect();
  }

  /** Puts a whole placement on the board. */
  place(placement: string): void {
    this.ground.set({ fen: placement });
  }

  /** The placement on the board, as a FEN has it. */
  get placement(): string {
    return this.ground.getFen();
  }

  private layOut(): void {
    const board = this.variant.crossings ? crossings(this.frame) : chequered(this.frame);
    this.under.innerHTML = `${board}<g class="zones"></g>`;
    const container = this.element.querySelector('cg-container');
    container?.prepend(this.under);
    container?.append(this.over);
  }

  private moved(from: string, to: string): void {
    const [origin, target] = [nameOf(from), nameOf(to)];
    const choices = this.view?.legal.filter(
      choice => choice.from === origin && choice.to.includes(target),
    );
    if (choices && choices.length > 0) this.play(choices);
  }

  private selected(key: Key): void {
    const brush = this.brush;
    if (brush === undefined) {
      requestAnimationFrame(() => this.drawLines());
    } else if (brush !== 'hand') {
      const piece: Piece | undefined = brush === 'nothing' ? undefined : { ...brush };
      const here = this.ground.state.boardState.pieces.get(key);
      const same = piece && here && here.role === piece.role && here.color === piece.color;
      this.ground.setPieces(new Map([[key, same ? undefined : piece]]));
    }
  }

  private point(event?: PointerEvent): void {
    const touch = event && event.pointerType !== 'mouse';
    const key = event && !touch ? this.ground.getKeyAtDomPos([event.clientX, event.clientY]) : undefined;
    const name = key && nameOf(key);
    if (name !== this.pointed) {
      this.pointed = name;
      this.drawLines();
    }
  }

  /** Draws the lines of the piece that is selected, else of the one that is pointed at. */
  private drawLines(): void {
    const selected = this.ground.state.selectable.selected;
    const from = typeof selected === 'string' ? nameOf(selected) : this.pointed;
    const lines = from === undefined ? undefined : this.view?.rays[from];
    this.over.innerHTML = from !== undefined && lines ? rays(from, lines, this.frame) : '';
  }
}
