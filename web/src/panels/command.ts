import { h, freshId } from '../dom';

/** The line on which moves and commands are typed. Up and down go through what was typed before. */
export class CommandLine {
  readonly element: HTMLFormElement;
  private readonly input: HTMLInputElement;
  private readonly typed: string[] = [];
  private place = 0;

  constructor(label: string, placeholder: string, onCommand: (text: string) => void) {
    const id = freshId('command');
    this.input = h('input', {
      id, type: 'text', class: 'command-input', placeholder, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      enterkeyhint: 'send',
    });
    this.element = h('form', { class: 'command' },
      h('label', { for: id, class: 'visually-hidden' }, label),
      this.input,
      h('button', { type: 'submit', class: 'button small' }, 'Send'));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      this.typed.push(text);
      this.place = this.typed.length;
      this.input.value = '';
      onCommand(text);
    });
    this.input.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      this.place = Math.max(0, Math.min(this.typed.length, this.place + (event.key === 'ArrowUp' ? -1 : 1)));
      this.input.value = this.typed[this.place] ?? '';
      event.preventDefault();
    });
  }

  focus(): void {
    this.input.focus({ preventScroll: true });
  }
}
