// Which piece a pawn becomes.

import type { Choice, Color, Variant } from './messages';

/** Asks; `undefined` if the question is dismissed. */
export function ask(choices: Choice[], color: Color, variant: Variant): Promise<Choice | undefined> {
  const dialog = document.querySelector<HTMLDialogElement>('#promotion')!;
  dialog.replaceChildren();
  return new Promise(resolve => {
    let answer: Choice | undefined;
    for (const choice of choices) {
      const letter = choice.promotion ?? '';
      const name = variant.pieces.find(([known]) => known.toLowerCase() === letter)?.[1] ?? letter;
      const button = document.createElement('button');
      button.title = name;
      button.setAttribute('aria-label', name);
      const figure = document.createElement('piece');
      figure.className = `${letter}-piece ${color}`;
      button.append(figure);
      button.onclick = () => {
        answer = choice;
        dialog.close();
      };
      dialog.append(button);
    }
    dialog.onclose = () => resolve(answer);
    dialog.onclick = event => {
      if (event.target === dialog) dialog.close();
    };
    dialog.showModal();
  });
}
