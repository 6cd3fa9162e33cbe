/** Chromium in the C locale has the language "en-US@posix", with which uPlot fails to load: it formats numbers by it. */
export function usable(language: string): string {
  try {
    Intl.getCanonicalLocales(language);
    return language;
  } catch {
    return 'en';
  }
}

if (typeof window !== 'undefined' && usable(navigator.language) !== navigator.language) {
  Object.defineProperty(navigator, 'language', { value: usable(navigator.language), configurable: true });
}
