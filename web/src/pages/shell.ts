import { h, svg } from '../dom';
import { change, settings, type Theme } from '../settings';
import { play } from '../sounds';

const kThemes: Theme[] = ['auto', 'light', 'dark'];
const kThemeWords: Record<Theme, string> = { auto: 'as the system', light: 'light', dark: 'dark' };

const kSpeaker = 'M4 9v6h4l5 4V5L8 9z';
const kWaves = { d: 'M16 8.500c1.600 2 1.600 5 0 7M18.500 6c3 3.500 3 8.500 0 12', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round' };
const kCross = { d: 'M16 9.500l5 5M21 9.500l-5 5', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round' };
const kSun = [{ tag: 'circle', cx: 12, cy: 12, r: 4.5, fill: 'currentColor' }, { d: 'M12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round' }];
const kMoon = ['M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z'];
const kHalf = [{ tag: 'circle', cx: 12, cy: 12, r: 8.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8 }, 'M12 3.500a8.500 8.500 0 0 1 0 17z'];

function soundButton(): HTMLElement {
  const button = h('button', { type: 'button', class: 'icon-button' });
  const show = () => {
    const on = settings().sound;
    button.replaceChildren(svg('0 0 24 24', [kSpeaker, on ? kWaves : kCross]));
    button.setAttribute('aria-label', 'Sounds');
    button.setAttribute('aria-pressed', String(on));
    button.title = on ? 'Sounds are on' : 'Sounds are off';
  };
  button.addEventListener('click', () => {
    change({ sound: !settings().sound });
    play('move');
    show();
  });
  show();
  return button;
}

function themeButton(): HTMLElement {
  const button = h('button', { type: 'button', class: 'icon-button' });
  const show = () => {
    const { theme } = settings();
    button.replaceChildren(svg('0 0 24 24', theme === 'light' ? kSun : theme === 'dark' ? kMoon : kHalf));
    button.setAttribute('aria-label', `Colours: ${kThemeWords[theme]}`);
    button.title = `Colours: ${kThemeWords[theme]}`;
  };
  button.addEventListener('click', () => {
    const next = kThemes[(kThemes.indexOf(settings().theme) + 1) % kThemes.length]!;
    change({ theme: next });
    show();
  });
  show();
  return button;
}

/** Header and page. */
export function shell(main: HTMLElement, path: string): HTMLElement[] {
  main.tabIndex = -1;
  main.id = 'main';
  const link = (href: string, label: string) =>
    h('a', { href, 'aria-current': path === href ? 'page' : undefined }, label);
  return [
    h('a', { class: 'skip', href: '#main', onclick: (event: Event) => {
      event.preventDefault();
      main.focus();
    } }, 'To the page'),
    h('header', { class: 'top' },
      h('a', { class: 'brand', href: '/', 'aria-label': 'Nebel, to the start' },
        svg('0 0 32 32', [
          { d: 'M11 24h10l-1-4c3-3 4-8 1-12-2-2-5-3-8-2l1 2-5 5c-1 1 0 3 1 3h2l3-1c0 3-3 4-4 7z', fill: 'currentColor' },
          { d: 'M3 25.500h26M7 29h18', stroke: 'var(--accent)', 'stroke-width': 2, 'stroke-linecap': 'round' },
        ], 'brand-mark') as unknown as HTMLElement,
        h('span', {}, 'Nebel')),
      h('nav', { 'aria-label': 'Pages' }, link('/', 'Play'), link('/games', 'Games')),
      h('div', { class: 'top-tools' }, soundButton(), themeButton())),
    main,
  ];
}
