import type { Second } from '../api/types';
import { percentile } from '../common/format';

const COMPARED_SECONDS = 10;

export interface Compared {
  throughput: number;
  p99?: number;
  inFlight: number;
}

/** Returns the last seconds before a version and the latest ones of it. The second of the change belongs to neither. */
export function compare(history: Second[], version: number): { before?: Compared; after?: Compared } {
  const first = firstOf(history, version);
  if (first === history.length) {
    return { before: mean(history.slice(-COMPARED_SECONDS)) };
  }
  return {
    before: mean(history.slice(Math.max(0, first - COMPARED_SECONDS), first)),
    after: mean(history.slice(first + 1).slice(-COMPARED_SECONDS)),
  };
}

/** Returns the index of the first of the latest seconds of a version; those before may be of an application that has ended. */
function firstOf(history: Second[], version: number): number {
  let first = history.length;
  while (first > 0 && history[first - 1].version >= version) {
    first--;
  }
  return first;
}

function mean(seconds: Second[]): Compared | undefined {
  if (seconds.length === 0) {
    return undefined;
  }
  const average = (of: (second: Second) => number) => seconds.reduce((sum, one) => sum + of(one), 0) / seconds.length;
  const p99s = seconds.flatMap(({ latency }) => percentile('p99Micros', latency) ?? []);
  return {
    throughput: average(({ throughput }) => throughput),
    p99: p99s.length ? Math.max(...p99s) : undefined,
    inFlight: average(({ inFlight }) => inFlight),
  };
}
