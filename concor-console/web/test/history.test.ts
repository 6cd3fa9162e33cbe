import { describe, expect, it } from 'vitest';
import { HISTORY_SECONDS, latest, merge, missing } from '../src/api/history';
import type { Second } from '../src/api/types';
import { compare } from '../src/flow/comparison';
import { points } from '../src/overview/points';

const start = Date.parse('2026-11-25T12:00:00Z');

function seconds(from: number, to: number, more: (i: number) => Partial<Second> = () => ({})): Second[] {
  return Array.from({ length: to - from }, (_, i) => ({
    end: new Date(start + (from + i) * 1_000).toISOString(),
    seconds: 1,
    throughput: 100,
    failed: 0,
    refused: 0,
    inFlight: 4,
    latency: { samples: 0, p50Micros: 0, p99Micros: 0 },
    version: 1,
    layoutChanged: false,
    slots: [],
    ...more(from + i),
  }));
}

describe('history', () => {
  it('is read whole at first, and then what is missing', () => {
    expect(missing([], 0)).toBe(HISTORY_SECONDS);
    expect(missing(seconds(0, 10), 900)).toBe(4);
    expect(missing(seconds(0, 10), 60_100)).toBe(64);
    expect(missing(seconds(0, 10), 5_000_000)).toBe(HISTORY_SECONDS);
  });

  it('adds each second once and keeps fifteen minutes', () => {
    const known = seconds(0, 10);

    expect(merge(known, seconds(7, 12))).toEqual(seconds(0, 12));
    expect(merge(known, seconds(7, 10))).toBe(known);
    expect(merge(seconds(0, 900), seconds(898, 903))).toEqual(seconds(3, 903));
  });

  it('shows the last seconds', () => {
    expect(latest(seconds(0, 100), 60)).toEqual(seconds(40, 100));
    expect(latest([], 60)).toEqual([]);
  });
});

describe('a trial', () => {
  it('is compared without the second in which it began', () => {
    const history = [
      ...seconds(0, 20, () => ({ throughput: 100, latency: { samples: 9, p99Micros: 9_000 } })),
      ...seconds(20, 21, () => ({ throughput: 7, version: 2, layoutChanged: true })),
      ...seconds(21, 25, () => ({ throughput: 180, version: 2, latency: { samples: 9, p99Micros: 4_000 } })),
    ];

    expect(compare(history, 2)).toEqual({
      before: { throughput: 100, p99: 9_000, inFlight: 4 },
      after: { throughput: 180, p99: 4_000, inFlight: 4 },
    });
  });

  it('is not compared with an application that has ended since', () => {
    const history = [
      ...seconds(0, 20, () => ({ version: 12 })),
      ...seconds(20, 30, () => ({ throughput: 80 })),
      ...seconds(30, 35, () => ({ throughput: 180, version: 2 })),
    ];

    expect(compare(history, 2).before?.throughput).toBe(80);
  });

  it('has no p99 without samples', () => {
    expect(compare(seconds(0, 5), 2).before?.p99).toBeUndefined();
  });

  it('has no figures before its first whole second', () => {
    expect(compare([...seconds(0, 5), ...seconds(5, 6, () => ({ version: 2 }))], 2).after).toBeUndefined();
    expect(compare([], 2)).toEqual({ before: undefined });
  });
});

describe('a sparkline', () => {
  it('has a point for each second, or for the mean of several', () => {
    expect(points([0, 50, 100]).split(' ')).toEqual(['0.0,23.0', '60.0,12.0', '120.0,1.0']);
    expect(points(Array(900).fill(100)).split(' ').length).toBeLessThanOrEqual(120);
    expect(points([])).toBe('');
  });
});
