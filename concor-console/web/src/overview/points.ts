export const WIDTH = 120;
export const HEIGHT = 24;

/** Returns the rates of seconds as points of a line; of those that fall on one point, the mean. */
export function points(rates: number[], width = WIDTH): string {
  const step = Math.max(1, Math.ceil(rates.length / width));
  const means: number[] = [];
  for (let i = rates.length % step; i + step <= rates.length; i += step) {
    const part = rates.slice(i, i + step);
    means.push(part.reduce((sum, rate) => sum + rate, 0) / part.length);
  }
  const most = Math.max(...means, 1);
  const x = (i: number) => ((i * width) / Math.max(1, means.length - 1)).toFixed(1);
  return means.map((mean, i) => `${x(i)},${(HEIGHT - 1 - (mean / most) * (HEIGHT - 2)).toFixed(1)}`).join(' ');
}
