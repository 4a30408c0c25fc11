import { freshId, h } from '../dom';

export interface Choice<T extends string> {
  value: T;
  label: string;
  title?: string;
}

/** A row of radio buttons drawn as one control. */
export function segmented<T extends string>(
  legend: string,
  choices: Choice<T>[],
  value: T,
  onChange: (value: T) => void,
  options: { hideLegend?: boolean; className?: string } = {},
): HTMLFieldSetElement {
  const name = freshId('segment');
  const set = h('fieldset', { class: `segmented ${options.className ?? ''}` },
    h('legend', { class: options.hideLegend ? 'visually-hidden' : undefined }, legend));
  const row = h('div', { class: 'segments' });
  for (const choice of choices) {
    const id = freshId('choice');
    row.append(
      h('input', {
        type: 'radio', id, name, value: choice.value, checked: choice.value === value, class: 'visually-hidden',
        onchange: () => onChange(choice.value),
      }),
      h('label', { for: id, title: choice.title }, choice.label));
  }
  set.append(row);
  return set;
}

/** Checks another choice without telling. */
export function setSegment(set: HTMLFieldSetElement, value: string): void {
  for (const input of set.querySelectorAll<HTMLInputElement>('input[type=radio]')) input.checked = input.value === value;
}
