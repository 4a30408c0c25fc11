import { fill, h } from './dom';
import { GamesPage } from './pages/games';
import { PlayPage } from './pages/play';
import { ReviewPage } from './pages/review';
import { shell } from './pages/shell';
import { StartPage } from './pages/start';

/** One page of the site. It owns what it opened and lets go of it in `leave`. */
export interface Page {
  title: string;
  element: HTMLElement;
  leave?: () => void;
}

let host: HTMLElement;
let page: Page | undefined;

function pageFor(path: string): Page {
  const [, first = '', id = ''] = path.split('/').map(decodeURIComponent);
  if (first === '') return new StartPage();
  if (first === 'games') return new GamesPage();
  if ((first === 'play' || first === 'watch') && id) return new PlayPage(id);
  if (first === 'review' && id) return new ReviewPage(id);
  return {
    title: 'Not here',
    element: h('main', { class: 'page narrow' },
      h('h1', {}, 'There is nothing here'),
      h('p', {}, 'Go ', h('a', { href: '/' }, 'to the start'), '.')),
  };
}

function show(): void {
  page?.leave?.();
  page = pageFor(location.pathname);
  document.title = page.title === 'Nebel' ? 'Nebel' : `${page.title} · Nebel`;
  fill(host, shell(page.element, location.pathname));
  window.scrollTo(0, 0);
}

/** Goes to another page without loading anything. */
export function go(path: string): void {
  history.pushState(null, '', path);
  show();
}

export function setTitle(title: string): void {
  document.title = `${title} · Nebel`;
}

export function startRouter(element: HTMLElement): void {
  host = element;
  window.addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const target = new URL(link.href, location.href);
    if (target.origin !== location.origin || link.hasAttribute('download') || link.target) return;
    if (target.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(target.pathname + target.search + target.hash);
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  show();
}
