import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import '../common/language'; // before uPlot
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { latest } from '../api/history';
import type { Second, Topology } from '../api/types';
import { count, duration, moment, percentile, rate, share } from '../common/format';
import { useDark } from '../common/theme';
import { go, useRoute } from '../route';

const RANGES = { 60: '1 minute', 300: '5 minutes', 900: '15 minutes' } as const;

interface Props {
  history: Second[];
  slot: string | undefined;
  topology: Topology;
}

interface Line {
  name: string;
  of: (second: Second) => number | null;
}

/** What the flow, or one of its slots, did: a mark for each change of the layout, values at the pointer, zoom by dragging. */
export function Charts({ history, slot, topology }: Props) {
  const route = useRoute();
  const range = Number(route.seconds) in RANGES ? Number(route.seconds) : 300;
  const seconds = useMemo(() => latest(history, range), [history, range]);
  const slots = slot
    ? [slot]
    : topology.components.filter(({ slot: { pool } }) => pool !== 'none').map(({ name }) => name).slice(0, 8);
  const of = (name: string, figure: (one: Second['slots'][number]) => number) => (second: Second) => {
    const found = second.slots.find((one) => one.name === name);
    return found ? figure(found) : null;
  };
  const key = slots.join();
  const lines = useMemo(
    () => ({
      throughput: [
        { name: 'ended', of: ({ throughput }) => throughput },
        { name: 'failed', of: ({ failed }) => failed },
        { name: 'refused', of: ({ refused }) => refused },
      ] as Line[],
      latency: [
        { name: 'p50', of: ({ latency }) => percentile('p50Micros', latency) ?? null },
        { name: 'p99', of: ({ latency }) => percentile('p99Micros', latency) ?? null },
      ] as Line[],
      queue: slots.map((name): Line => ({ name, of: of(name, ({ queue }) => queue) })),
      busy: slots.map((name): Line => ({ name, of: of(name, ({ busy }) => busy) })),
    }),
    [key], // the names of the slots
  );
  return (
    <section aria-label="charts">
      <div className="ranges" role="group" aria-label="time range">
        {Object.entries(RANGES).map(([value, words]) => (
          <button
            key={value}
            type="button"
            aria-pressed={Number(value) === range}
            onClick={() => go({ ...route, seconds: value }, true)}
          >
            {words}
          </button>
        ))}
      </div>
      <div className="charts" key={range}>
        <Chart title="Throughput" seconds={seconds} lines={lines.throughput} format={rate} />
        <Chart title="Latency" seconds={seconds} lines={lines.latency} format={duration} />
        <Chart title="Events that wait" seconds={seconds} lines={lines.queue} format={count} whole />
        <Chart title="Busy threads" seconds={seconds} lines={lines.busy} format={share} top={1} />
      </div>
    </section>
  );
}

interface ChartProps {
  title: string;
  seconds: Second[];
  lines: Line[];
  format: (value: number | undefined) => string;
  top?: number;
  /** Whether the axis has whole numbers only. */
  whole?: boolean;
}

const HEIGHT = 170;

function Chart({ title, seconds, lines, format, top, whole }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const dark = useDark();
  const shown = useRef(seconds);
  shown.current = seconds;
  useEffect(() => {
    const created = new uPlot(options(place.current!, lines, format, shown, top, whole), data(shown.current, lines), place.current!);
    chart.current = created;
    const resized = new ResizeObserver(() => created.setSize({ width: place.current!.clientWidth, height: HEIGHT }));
    resized.observe(place.current!);
    return () => {
      resized.disconnect();
      created.destroy();
    };
  }, [lines, dark]); // format and top belong to the lines
  useEffect(() => {
    const zoomed = isZoomed(chart.current!);
    chart.current?.setData(data(seconds, lines), !zoomed);
    showLatest(chart.current!);
  }, [seconds, lines]);
  const [at, setAt] = useState<string>(); // the second to which keys have moved the cursor; none for the latest
  const found = seconds.findIndex(({ end }) => end === at);
  const index = found < 0 ? seconds.length - 1 : found;
  useEffect(() => {
    if (found >= 0) {
      chart.current!.setCursor({ left: chart.current!.valToPos(timeOf(seconds[found]), 'x'), top: 1 });
    }
  }, [found, seconds]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0 }[event.key];
    if (target !== undefined) {
      setAt(seconds[Math.min(Math.max(0, target), seconds.length - 1)]?.end);
    } else if (event.key === 'End') {
      setAt(undefined);
      chart.current!.setCursor({ left: OUTSIDE, top: OUTSIDE });
    } else if (event.key === '+' && seconds.length > 0) {
      zoom(chart.current!, timeOf(seconds[index]));
    } else if (event.key === '-') {
      chart.current!.setData(chart.current!.data, true);
    } else {
      return;
    }
    event.preventDefault();
  };
  const second = seconds[index];
  const values = second
    ? `${moment(second.end)}: ${lines.map(({ name, of }) => `${name} ${format(of(second) ?? undefined)}`).join(', ')}`
    : 'no data yet';
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        title="Arrow keys move, + and - zoom"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, seconds.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={values}
        onKeyDown={onKeyDown}
      />
    </figure>
  );
}

/** Where no chart has a cursor. */
const OUTSIDE = -10;

function timeOf({ end }: Second): number {
  return Date.parse(end) / 1_000;
}

/** Shows half as much, around a time. */
function zoom(chart: uPlot, time: number): void {
  const { min = time, max = time } = chart.scales.x;
  const quarter = (max - min) / 4;
  chart.setScale('x', { min: time - quarter, max: time + quarter });
}

function data(seconds: Second[], lines: Line[]): uPlot.AlignedData {
  return [seconds.map(timeOf), ...lines.map(({ of }) => seconds.map(of))];
}

function isZoomed({ scales, data: [times] }: uPlot): boolean {
  return times.length > 1 && ((scales.x.min ?? 0) > times[0] || (scales.x.max ?? Infinity) < times[times.length - 1]);
}

/** Returns the time of a place on the axis; a chart without data has places without a time. */
function clock(seconds: number | null): string {
  return seconds !== null && Number.isFinite(seconds) ? moment(new Date(1_000 * seconds).toISOString()) : '';
}

/** Without a pointer, the legend has the latest values. */
function showLatest(chart: uPlot): void {
  const latest = chart.data[0].length - 1;
  if (latest >= 0 && (chart.cursor.left ?? -1) < 0) {
    chart.setLegend({ idx: latest });
  }
}

/** The steps of an axis with whole numbers: 1, 2, 5, 10, and so on. */
const WHOLE = Array.from({ length: 24 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

const COLOURS = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--line-6', '--line-7', '--line-8'];

function options(
  place: HTMLElement,
  lines: Line[],
  format: ChartProps['format'],
  shown: { current: Second[] },
  top?: number,
  whole?: boolean,
): uPlot.Options {
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(name).trim();
  const axis = { stroke: colour('--text-weak'), grid: { stroke: colour('--grid') }, ticks: { stroke: colour('--grid') } };
  return {
    width: Math.max(place.clientWidth, 200),
    height: HEIGHT,
    series: [
      { label: 'time', value: (_: uPlot, seconds: number | null) => clock(seconds) },
      ...lines.map(({ name }, i) => ({
        label: name,
        stroke: colour(COLOURS[i % COLOURS.length]),
        width: 1.5,
        spanGaps: false,
        value: (_: uPlot, value: number | null) => format(value ?? undefined),
      })),
    ],
    axes: [{ ...axis, space: 90, values: (_, times) => times.map(clock) }, { ...axis, size: 64, incrs: whole ? WHOLE : undefined, values: (_, values) => values.map((value) => format(value)) }],
    scales: { y: { range: (_, min, max) => [Math.min(0, min ?? 0), top ?? (max || 1)] } },
    cursor: { sync: { key: 'flow' } },
    legend: { live: true },
    hooks: { draw: [(drawn) => marks(drawn, shown.current, colour('--mark'))], setCursor: [showLatest] },
  };
}

/** A line at each change of the layout. */
function marks(chart: uPlot, seconds: Second[], colour: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([4, 4]);
  for (const { end, layoutChanged } of seconds) {
    const x = Math.round(chart.valToPos(Date.parse(end) / 1_000, 'x', true));
    if (layoutChanged && x >= bbox.left && x <= bbox.left + bbox.width) {
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
  }
  ctx.restore();
}
