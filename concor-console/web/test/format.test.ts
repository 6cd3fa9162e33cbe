import { describe, expect, it } from 'vitest';
import { usable } from '../src/common/language';
import { age, count, countdown, duration, durations, moment, rate, share } from '../src/common/format';

describe('figures', () => {
  it('have the unit in which they are short', () => {
    expect(duration(12.34)).toBe('12.3 µs');
    expect(duration(4_180)).toBe('4.18 ms');
    expect(duration(1_680_000)).toBe('1.68 s');
    expect(duration(13_500_000)).toBe('13.5 s');
    expect(rate(1482.4)).toBe('1,482/s');
    expect(share(0.956)).toBe('96 %');
    expect(count(20_961)).toBe('20,961');
  });

  it('have one unit in pairs where they can', () => {
    expect(durations('~12.3 ms', '61.9 ms')).toBe('~12.3 / 61.9 ms');
    expect(durations('900 µs', '1.2 ms')).toBe('900 µs / 1.2 ms');
    expect(durations('N/A', 'N/A')).toBe('N/A / N/A');
  });

  it('are formatted also where the browser names no language', () => {
    expect(usable('en-US@posix')).toBe('en');
    expect(usable('de')).toBe('de');
  });

  it('are not available rather than zero', () => {
    expect([duration(undefined), rate(undefined), share(undefined), count(undefined)]).toEqual(Array(4).fill('N/A'));
    expect(duration(0)).toBe('0 µs');
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 25, 12, 0, 0);

  it('have a date only if it is another day', () => {
    expect(moment(new Date(2026, 10, 25, 9, 5, 1).toISOString(), now)).toBe('09:05:01');
    expect(moment(new Date(2026, 10, 24, 9, 5, 1).toISOString(), now)).toBe('24/11/2026 09:05:01');
  });

  it('are ages in their two largest units', () => {
    expect([0, 59, 60, 61, 3_725, 90_000, 172_800].map(age)).toEqual(['0 s', '59 s', '1 min', '1 min 1 s', '1 h 2 min', '1 d 1 h', '2 d']);
    expect(age(undefined)).toBe('N/A');
  });

  it('count down to zero', () => {
    expect(countdown(new Date(now.getTime() + 61_500).toISOString(), now.getTime())).toBe('1:02');
    expect(countdown(new Date(now.getTime() - 5_000).toISOString(), now.getTime())).toBe('0:00');
  });
});
