import type { Second } from '../api/types';

export const WIDTH = 120;
export const HEIGHT = 24;

/** Returns the throughput as points of a line; of the windows that fall on one point, the mean. */
export function points(seconds: Second[], width = WIDTH): string {
  const step = Math.max(1, Math.ceil(seconds.length / width));
  const means: number[] = [];
  for (let i = seconds.length % step; i + step <= seconds.length; i += step) {
    const part = seconds.slice(i, i + step);
    means.push(part.reduce((sum, { throughput }) => sum + throughput, 0) / part.length);
  }
  const most = Math.max(...means, 1);
  const x = (i: number) => ((i * width) / Math.max(1, means.length - 1)).toFixed(1);
  return means.map((mean, i) => `${x(i)},${(HEIGHT - 1 - (mean / most) * (HEIGHT - 2)).toFixed(1)}`).join(' ');
}
