import type { Second } from './types';

/** The history that a server keeps. */
export const HISTORY_SECONDS = 900;

const MILLIS = 1_000;

/**
 * Returns how many seconds to ask for: those since the last answer, and some more.
 *
 * @param elapsedMillis the time since the last answer; the clock of the server may be another
 */
export function missing(known: Second[], elapsedMillis: number): number {
  const since = known.length ? Math.ceil(elapsedMillis / MILLIS) : HISTORY_SECONDS;
  return Math.min(HISTORY_SECONDS, Math.max(3, since + 3));
}

/** Adds the seconds that are not yet known. What a server did before it was started again stays. */
export function merge(known: Second[], added: Second[]): Second[] {
  const last = known.at(-1)?.end ?? '';
  const fresh = added.filter(({ end }) => end > last);
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-HISTORY_SECONDS);
}

/** Returns the last seconds, by the clock of the server. */
export function latest(history: Second[], range: number): Second[] {
  const last = history.at(-1);
  const from = last ? Date.parse(last.end) - range * MILLIS : 0;
  return history.filter(({ end }) => Date.parse(end) > from);
}
