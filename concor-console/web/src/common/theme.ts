import { useSyncExternalStore } from 'react';
import { store, stored } from './storage';

const KEY = 'concor.theme';

export const THEMES = ['system', 'light', 'dark'] as const;

const listeners = new Set<() => void>();
const dark = matchMedia('(prefers-color-scheme: dark)');

function read(): string {
  const known = stored(KEY) ?? '';
  return (THEMES as readonly string[]).includes(known) ? known : 'system';
}

let theme = read();
document.documentElement.dataset.theme = theme;

function change(wanted: string): void {
  theme = wanted;
  document.documentElement.dataset.theme = theme;
  store(KEY, theme);
  listeners.forEach((listener) => listener());
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  dark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', listener);
  };
}

/** Returns the theme that the user wants, and what changes it. */
export function useTheme(): [string, (wanted: string) => void] {
  return [useSyncExternalStore(listen, () => theme), change];
}

/** Whether colours are dark now: what draws by itself, not by styles, must draw again when this changes. */
export function useDark(): boolean {
  return useSyncExternalStore(listen, () => (theme === 'system' ? dark.matches : theme === 'dark'));
}
