// The page of Stymie's board: what the program tells is shown, what a person does is told to it.

import { Link } from './link';
import type { Choice, Color, Level, Line, Player, Tell, Variant, View } from './messages';
import { element, levelName, showBar, showClocks, showLines, showMoves, showPlayers, sideName } from './panels';
import { ask } from './promotion';
import { Setup } from './setup';
import { Surface } from './surface';

/** Clocks: seconds for the game and for each move. */
const CLOCKS: [string, number, number][] = [
  ['none', 0, 0], ['1 min', 60, 0], ['1 min + 1 s', 60, 1], ['3 min + 2 s', 180, 2], ['5 min', 300, 0],
  ['5 min + 3 s', 300, 3], ['10 min + 5 s', 600, 5], ['15 min + 10 s', 900, 10], ['30 min', 1800, 0],
  ['60 min + 30 s', 3600, 30],
];

/** Levels beside the strengths. */
const LEVELS: Level[] = [
  ...[500, 1000, 3000, 10_000, 30_000].map(amount => ({ by: 'time', amount }) as Level),
  ...[1, 2, 4, 6, 8, 10, 12].map(amount => ({ by: 'depth', amount }) as Level),
  ...[1000, 10_000, 100_000].map(amount => ({ by: 'nodes', amount }) as Level),
];

type Seats = 'white' | 'black' | 'both' | 'none';

class Page {
  private variants: Variant[] = [];
  private run = 0;
  /** How many strengths there are; the last has no limit. */
  private strengths = 0;
  private view: View | undefined;
  private viewCame = 0;
  private surface: Surface | undefined;
  private shown: Variant | undefined;
  private lines: (Line | undefined)[] = [];
  private linesOf = '';
  /** Whether the saved game has been asked for again since the connection was made. */
  private restored = false;
  /** Whether the position that was set up has been sent. */
  private accepting = false;
  private readonly setup = new Setup(
    fen => {
      this.accepting = true;
      this.link.send({ do: 'new', variant: this.name, fen });
    },
    () => this.setup.end(),
  );
  private readonly link = new Link(tell => this.hear(tell), connected => this.connected(connected));

  constructor() {
    this.bindButtons();
    this.bindSelects();
    document.addEventListener('keydown', event => this.key(event));
    document.addEventListener('visibilitychange', () => this.link.send({ do: 'seen', on: !document.hidden }));
    setInterval(() => showClocks(this.view, this.viewCame, performance.now()), 100);
  }

  private get name(): string {
    return this.view?.variant ?? 'hia';
  }

  private get seats(): Seats {
    const [white, black] = this.view?.players ?? ['person', 'person'];
    if (white === 'person') return black === 'person' ? 'both' : 'white';
    return black === 'person' ? 'black' : 'none';
  }

  private connected(yes: boolean): void {
    element('lost').hidden = yes;
    this.restored = false;
  }

  private hear(tell: Tell): void {
    switch (tell.tell) {
      case 'hello':
        this.variants = tell.variants;
        this.run = tell.run;
        this.strengths = tell.strengths;
        this.fillSelects();
        if (document.hidden) this.link.send({ do: 'seen', on: false });
        break;
      case 'board':
        this.restored = this.restored || !this.restore(tell);
        if (this.restored) this.show(tell);
        else this.restored = true;
        break;
      case 'line':
        this.found(tell);
        break;
      case 'remark':
        this.complain(tell.text);
        break;
      case 'pgn':
        void this.copy(tell.text, 'PGN');
        break;
      case 'refused':
        this.accepting = false;
        // The library has moved the piece already.
        if (this.view && !this.setup.active) this.show(this.view);
        this.complain(tell.why);
        break;
    }
  }

  /** After a reload or a lost connection: asks for the game that was shown. */
  private restore(fresh: View): boolean {
    const kept = this.view ?? saved(this.run, fresh.variant);
    if (!kept) {
      // A first visit: a game against the engine.
      if (fresh.moves.length === 0) this.sit('white');
      return false;
    }
    const text = `${kept.start} moves ${kept.moves.map(([uci]) => uci).join(' ')}`;
    this.link.send({ do: 'load', variant: kept.variant, text });
    if (kept.ply < kept.moves.length) this.link.send({ do: 'go-to', ply: kept.ply });
    this.link.send({ do: 'level', ...kept.level });
    const [white, black] = kept.players;
    this.link.send({ do: 'seats', white, black });
    if (kept.clock) {
      const { seconds, increment } = kept.clock;
      this.link.send({ do: 'clock', seconds, increment });
    }
    if (kept.lines > 0) this.link.send({ do: 'analyse', on: true, lines: kept.lines });
    return true;
  }

  private show(view: View): void {
    const variant = this.variants.find(known => known.name === view.variant);
    if (!variant) return;
    const before = this.view;
    this.view = view;
    this.viewCame = performance.now();
    save(view, this.run);
    // What is set up stays on the board until it is played or something else is.
    const same = before && before.fen === view.fen && before.variant === view.variant;
    if (this.setup.active && same && !this.accepting) return;
    this.accepting = false;
    this.setup.end();
    if (this.shown !== variant) this.lay(variant);
    const seats = this.seats;
    if (before && JSON.stringify(before.players) !== JSON.stringify(view.players)) this.face(seats);
    if (this.linesOf !== view.fen) {
      this.lines = [];
      this.linesOf = view.fen;
    }
    const mine = view.players[view.side === 'white' ? 0 : 1] === 'person';
    // In a game against the engine earlier positions are only looked at.
    const past = view.ply < view.moves.length && seats !== 'both';
    const over = view.ply === view.moves.length && view.result !== null;
    this.surface?.show(view, this.tinted(view), mine && !past && !over);
    element('complaint').hidden = true;
    this.fill(view, variant);
    this.showFound();
  }

  /** The sides whose zones matter: the enemy's of the person, or of the side to move. */
  private tinted(view: View): Color[] {
    const side = this.seats === 'white' || this.seats === 'black' ? this.seats : view.side;
    return [side === 'white' ? 'black' : 'white'];
  }

  /** Lays another board. */
  private lay(variant: Variant): void {
    this.surface?.destroy();
    this.shown = variant;
    const bottom = this.seats === 'black' ? 'black' : 'white';
    const style = variant.crossings ? element<HTMLSelectElement>('style').value : 'chess';
    document.body.className = style;
    document.body.style.setProperty('--ratio', String(variant.files / variant.ranks));
    element('style-label').hidden = !variant.crossings;
    this.surface = new Surface(element('board'), variant, bottom, choices => void this.chosen(choices, variant));
    const option = element<HTMLSelectElement>('seats').options[0];
    if (option) option.textContent = variant.first;
  }

  /** Turns the board so that the person's side is at the bottom. */
  private face(seats: Seats): void {
    if ((seats === 'white' || seats === 'black') && this.surface?.bottom !== seats) this.surface?.flip();
  }

  /** Fills all that is around the board. */
  private fill(view: View, variant: Variant): void {
    const bottom = this.surface?.bottom ?? 'white';
    showMoves(view, ply => this.link.send({ do: 'go-to', ply }));
    showPlayers(view, variant, bottom, this.strengths);
    showClocks(view, this.viewCame, performance.now());
    element('status').textContent = this.status(view, variant);
    element<HTMLInputElement>('fen').value = view.fen;
    element<HTMLSelectElement>('variant').value = view.variant;
    element<HTMLSelectElement>('seats').value = this.seats;
    const { seconds, increment } = view.clock ?? { seconds: 0, increment: 0 };
    const clock = CLOCKS.findIndex(([, whole, more]) => whole === seconds && more === increment);
    element<HTMLSelectElement>('clock').value = String(clock);
    this.fillLevel(view.level);
    element<HTMLInputElement>('analyse').checked = view.lines > 0;
    if (view.lines > 0) element<HTMLSelectElement>('lines').value = String(view.lines);
    element('bar').hidden = view.lines === 0;
    const atStart = view.ply === 0;
    const atEnd = view.ply === view.moves.length;
    for (const id of ['first', 'back']) element<HTMLButtonElement>(id).disabled = atStart;
    for (const id of ['next', 'last']) element<HTMLButtonElement>(id).disabled = atEnd;
    element<HTMLButtonElement>('undo').disabled = view.moves.length === 0;
    element<HTMLButtonElement>('resign').disabled = view.result !== null;
    element<HTMLButtonElement>('now').disabled = !view.thinking && view.lines === 0;
  }

  private status(view: View, variant: Variant): string {
    if (view.ply < view.moves.length) {
      const last = view.moves[view.ply - 1]?.[1];
      return last ? `Looking back: after ${last}` : 'Looking back: the start';
    }
    if (view.result) return `${view.result[0].replaceAll('1/2', '½')} · ${view.result[1]}`;
    const side = sideName(view.side, variant);
    const check = view.check === null ? '' : ', in check';
    return view.thinking ? `Stymie is thinking for ${side}${check}` : `${side} to move${check}`;
  }

  private async chosen(choices: Choice[], variant: Variant): Promise<void> {
    let choice: Choice | undefined = choices[0];
    const side = this.view?.side ?? 'white';
    if (choices.length > 1) choice = await ask(choices, side, variant);
    if (choice) this.link.send({ do: 'play', mv: choice.uci });
    else if (this.view) this.show(this.view);
  }

  private found(line: Line): void {
    if (!this.view || line.ply !== this.view.ply) return;
    this.lines[line.rank - 1] = line;
    this.lines.length = Math.min(this.lines.length, this.view.lines);
    this.showFound();
  }

  private showFound(): void {
    const view = this.view;
    if (!view || this.setup.active) return;
    showLines(view.lines > 0 ? this.lines : [], line => this.playLine(line));
    showBar(this.lines[0], this.surface?.bottom ?? 'white');
    this.surface?.advise(view.lines > 0 && !view.thinking ? this.lines[0]?.moves[0] : undefined);
  }

  private playLine(line: Line | undefined): void {
    const mv = line?.moves[0];
    if (mv && line.ply === this.view?.ply) this.link.send({ do: 'play', mv });
  }

  private sit(seats: Seats): void {
    const player = (person: boolean): Player => (person ? 'person' : 'engine');
    const white = player(seats === 'white' || seats === 'both');
    const black = player(seats === 'black' || seats === 'both');
    this.link.send({ do: 'seats', white, black });
  }

  private fillSelects(): void {
    const option = (value: string, text: string): HTMLOptionElement => new Option(text, value);
    element('variant').replaceChildren(...this.variants.map(({ name, title }) => option(name, title)));
    element('clock').replaceChildren(...CLOCKS.map(([text], i) => option(String(i), text)));
    const numbers = [...Array(this.strengths).keys()].map(i => ({ by: 'strength', amount: i + 1 }) as Level);
    const group = (title: string, levels: Level[]): HTMLOptGroupElement => {
      const made = document.createElement('optgroup');
      made.label = title;
      made.append(...levels.map(level => option(JSON.stringify(level), levelName(level, this.strengths))));
      return made;
    };
    element('level').replaceChildren(group('Strength', numbers), group('Limits', LEVELS));
  }

  private fillLevel(level: Level): void {
    const select = element<HTMLSelectElement>('level');
    const value = JSON.stringify({ by: level.by, amount: level.amount });
    if (![...select.options].some(option => option.value === value)) {
      select.append(new Option(levelName(level, this.strengths), value));
    }
    select.value = value;
  }

  private bindSelects(): void {
    const on = (id: string, act: (value: string) => void): void => {
      element<HTMLSelectElement>(id).onchange = () => act(element<HTMLSelectElement>(id).value);
    };
    const analyse = (): void => this.link.send({
      do: 'analyse',
      on: element<HTMLInputElement>('analyse').checked,
      lines: Number(element<HTMLSelectElement>('lines').value),
    });
    on('variant', variant => this.link.send({ do: 'new', variant }));
    on('seats', seats => this.sit(seats as Seats));
    on('level', text => this.link.send({ do: 'level', ...(JSON.parse(text) as Level) }));
    on('clock', index => {
      const [, seconds, increment] = CLOCKS[Number(index)] ?? ['', 0, 0];
      this.link.send({ do: 'clock', seconds, increment });
    });
    on('style', style => {
      document.body.className = style;
    });
    on('lines', analyse);
    element('analyse').onchange = analyse;
  }

  private bindButtons(): void {
    const on = (id: string, act: () => void): void => {
      element(id).onclick = act;
    };
    on('new', () => this.link.send({ do: 'new', variant: this.name }));
    on('first', () => this.go(0));
    on('back', () => this.link.send({ do: 'step', by: -1 }));
    on('next', () => this.link.send({ do: 'step', by: 1 }));
    on('last', () => this.go(this.view?.moves.length ?? 0));
    on('undo', () => this.link.send({ do: 'take-back' }));
    on('flip', () => this.flip());
    on('now', () => this.now());
    on('resign', () => this.link.send({ do: 'resign' }));
    on('theme', turnTheme);
    on('help', () => element<HTMLDialogElement>('guide').showModal());
    on('copy-fen', () => void this.copy(this.view?.fen ?? '', 'FEN'));
    on('copy-pgn', () => this.link.send({ do: 'pgn' }));
    on('load', () => {
      const text = element<HTMLTextAreaElement>('given').value;
      this.link.send({ do: 'load', variant: this.name, text });
    });
    element<HTMLFormElement>('typed').onsubmit = event => {
      event.preventDefault();
      const field = element<HTMLInputElement>('move');
      if (field.value.trim()) this.link.send({ do: 'play', mv: field.value.trim() });
      field.value = '';
    };
    element('setup').addEventListener('toggle', () => {
      const open = element<HTMLDetailsElement>('setup').open;
      if (open && !this.setup.active && this.surface && this.shown && this.view) {
        this.setup.begin(this.surface, this.shown, this.view.fen);
      } else if (!open) {
        this.setup.end();
        if (this.view) this.show(this.view);
      }
    });
  }

  private go(ply: number): void {
    this.link.send({ do: 'go-to', ply });
  }

  private flip(): void {
    this.surface?.flip();
    if (this.view && !this.setup.active) this.show(this.view);
  }

  private now(): void {
    if (this.view?.thinking) this.link.send({ do: 'move-now' });
    else this.playLine(this.lines[0]);
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
    if (typing && event.key === 'Escape') (event.target as HTMLElement).blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.link.send({ do: 'step', by: -1 }),
      ArrowRight: () => this.link.send({ do: 'step', by: 1 }),
      Home: () => this.go(0),
      End: () => this.go(this.view?.moves.length ?? 0),
      ' ': () => this.now(),
      u: () => this.link.send({ do: 'take-back' }),
      f: () => this.flip(),
      n: () => this.link.send({ do: 'new', variant: this.name }),
      a: () => element('analyse').click(),
      '/': () => element('move').focus(),
      '?': () => element<HTMLDialogElement>('guide').showModal(),
      Escape: () => this.surface?.release(),
    };
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  private complain(why: string): void {
    const place = element('complaint');
    place.textContent = why;
    place.hidden = false;
  }

  private async copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      element('status').textContent = `${what} copied`;
    } catch {
      // Without leave to use the clipboard it is put where it can be copied by hand.
      element<HTMLTextAreaElement>('given').value = text;
    }
  }
}

const KEPT = 'stymie-game';

/** Keeps the game in this tab. */
function save(view: View, run: number): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ run, view }));
}

/** The game that this tab showed before it was reloaded; none of another game than is asked for now. */
function saved(run: number, variant: string): View | undefined {
  const text = sessionStorage.getItem(KEPT);
  if (text === null) return undefined;
  const kept = JSON.parse(text) as { run: number; view: View };
  return kept.run === run || kept.view.variant === variant ? kept.view : undefined;
}

function turnTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('stymie-theme', root.dataset.theme);
}

const theme = localStorage.getItem('stymie-theme');
if (theme) document.documentElement.dataset.theme = theme;
new Page();
