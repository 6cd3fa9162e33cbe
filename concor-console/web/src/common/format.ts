import type { Times } from '../api/types';

/** Figures as text. A missing figure is "N/A", never zero. */

export const MISSING = 'N/A';

const DIGITS = 3;

function significant(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(DIGITS)));
}

/** Returns a percentile of times; none without samples, for which an answer has zeros. */
export function percentile(of: 'p50Micros' | 'p99Micros', times: Times | undefined): number | undefined {
  return times?.samples ? times[of] : undefined;
}

/** Returns a time with the unit in which it has the fewest digits. */
export function duration(micros: number | undefined): string {
  if (micros === undefined) {
    return MISSING;
  }
  if (micros < 1_000) {
    return `${significant(micros)} µs`;
  }
  return micros < 1_000_000 ? `${significant(micros / 1_000)} ms` : `${significant(micros / 1_000_000)} s`;
}

/** Returns two times, with their unit once if it is the same. */
export function durations(first: string, second: string): string {
  const [number, unit] = first.split(' ');
  return unit === second.split(' ')[1] ? `${number} / ${second}` : `${first} / ${second}`;
}

export function rate(perSecond: number | undefined): string {
  return perSecond === undefined ? MISSING : `${significant(perSecond)}/s`;
}

/** Returns a number that is not a count, such as a mean. */
export function decimal(value: number | undefined): string {
  return value === undefined ? MISSING : significant(value);
}

export function share(of: number | undefined): string {
  return of === undefined ? MISSING : `${Math.round(of * 100)} %`;
}

export function count(value: number | undefined): string {
  return value === undefined ? MISSING : value.toLocaleString('en');
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns an age in its two largest units. */
export function age(seconds: number | undefined): string {
  if (seconds === undefined) {
    return MISSING;
  }
  const largest = Math.max(0, UNITS.findIndex(([, size]) => seconds >= size));
  const [[unit, size], ...smaller] = seconds < 1 ? UNITS.slice(-1) : UNITS.slice(largest);
  const rest = smaller.length ? Math.floor((seconds % size) / smaller[0][1]) : 0;
  return `${Math.floor(seconds / size)} ${unit}` + (rest ? ` ${rest} ${smaller[0][0]}` : '');
}

/** Returns a time of the day, with the date if it is another day. */
export function moment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB');
  return at.toDateString() === now.toDateString() ? time : `${at.toLocaleDateString('en-GB')} ${time}`;
}

/** Returns what is left of a time as minutes and seconds. */
export function countdown(untilIso: string, nowMillis: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(untilIso) - nowMillis) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
