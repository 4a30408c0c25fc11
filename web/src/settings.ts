// What a person has chosen for every game on this browser.

export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  sound: boolean;
  text: boolean;
  signs: 'pictures' | 'characters';
}

const kKey = 'nebel.settings';
const kDefaults: Settings = { theme: 'auto', sound: true, text: false, signs: 'pictures' };
const listeners = new Set<(settings: Settings) => void>();
let current: Settings | undefined;

export function settings(): Settings {
  if (!current) {
    try {
      current = { ...kDefaults, ...(JSON.parse(localStorage.getItem(kKey) ?? '{}') as Partial<Settings>) };
    } catch {
      current = { ...kDefaults };
    }
  }
  return current;
}

export function change(part: Partial<Settings>): void {
  current = { ...settings(), ...part };
  localStorage.setItem(kKey, JSON.stringify(current));
  applyTheme();
  for (const listener of listeners) listener(current);
}

/** Calls back on every change until the returned function is called. */
export function watch(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme(): void {
  const { theme } = settings();
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
