import { h } from '../dom';
import { capital } from '../words';
import { manName } from '../kriegspiel_moves';

/** Asks what a pawn becomes. Nothing when the person changes their mind. */
export function choosePromotion(
  frame: HTMLElement,
  colour: 'white' | 'black',
  letters: string[],
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'promotion', 'aria-label': 'What does the pawn become?' });
    const done = (letter: string | undefined) => {
      dialog.close();
      dialog.remove();
      frame.focus({ preventScroll: true });
      resolve(letter);
    };
    for (const letter of letters)
      dialog.append(
        h('button', { type: 'button', class: 'promotion-man', onclick: () => done(letter) },
          h('piece' as 'div', { class: `${letter}-piece ${colour}`, 'aria-hidden': 'true' }),
          h('span', {}, capital(manName(letter)))),
      );
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      done(undefined);
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) done(undefined);
    });
    frame.append(dialog);
    dialog.showModal();
  });
}
