import type { Component, Topology } from '../api/types';

/** Where the parts of a flow are drawn: a chain from admission to end, in rows like text, or in one column. */

/** Room for two times with different units. */
export const NODE_WIDTH = 162;
export const NODE_HEIGHT = 112;
export const SOCKET = 60;
const STEP_X = NODE_WIDTH + SOCKET + 6;
const STEP_Y = NODE_HEIGHT + SOCKET + 22;
/** Room above a row for what runs it. */
const ABOVE = 26;
const BRACKET = 18;
const ROW = ABOVE + NODE_HEIGHT + BRACKET + 34;
const MARGIN = 14;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Band extends Box {
  /** Which threads run the components. */
  runs: string;
}

export interface Placed {
  component: Component;
  box: Box;
}

export interface Plan {
  components: Placed[];
  bands: Band[];
  brackets: (Box & { name: string })[];
  /** Where events are admitted: before the first component. */
  admission: Box;
  /** After the last one. */
  end: Box;
  height: number;
}

/** Returns how many parts a row of a width holds. */
export function columnsIn(width: number): number {
  return Math.max(2, Math.floor((width - SOCKET) / STEP_X));
}

/**
 * Places a flow.
 *
 * @param columns how many parts a row has; with one they stand below each other
 */
export function plan(topology: Topology, columns: number): Plan {
  const { components } = topology;
  const at = (i: number) => boxOf(i + 1, columns); // the first place is that of the admission
  return {
    components: components.map((component, i) => ({ component, box: at(i) })),
    bands: bands(topology).flatMap((band) =>
      rowsOf(band.from, band.to, columns).map(([from, to]) => ({ runs: band.runs, ...around(at(from), at(to), columns) })),
    ),
    brackets: topology.transactions.flatMap(({ from, to, manager }) =>
      rowsOf(indexOf(components, from), indexOf(components, to), columns).map(([first, last]) => ({
        name: manager ? `transaction (${manager})` : 'transaction',
        ...bracket(at(first), at(last), columns),
      })),
    ),
    admission: at(-1),
    end: at(components.length),
    height: columns === 1 ? (components.length + 2) * STEP_Y : Math.ceil((components.length + 2) / columns) * ROW,
  };
}

function indexOf(components: Component[], name: string): number {
  return components.findIndex((component) => component.name === name);
}

function boxOf(place: number, columns: number): Box {
  const size = { width: NODE_WIDTH, height: NODE_HEIGHT };
  return columns === 1
    ? { x: SOCKET, y: place * STEP_Y + SOCKET, ...size }
    : { x: (place % columns) * STEP_X, y: Math.floor(place / columns) * ROW, ...size };
}

/** Returns the parts of a range of components that stand in one row each, or the range itself in a column. */
function rowsOf(from: number, to: number, columns: number): [number, number][] {
  const ranges: [number, number][] = [];
  for (let first = from; first <= to; ) {
    const last = columns === 1 ? to : Math.min(to, first + columns - 1 - ((first + 1) % columns));
    ranges.push([first, last]);
    first = last + 1;
  }
  return ranges;
}

interface Run {
  runs: string;
  from: number;
  to: number;
}

/**
 * The components that the same threads run. After a transition, the threads that call continuations run the rest of the
 * stage.
 */
export function bands({ components, stages }: Topology): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const stage of stages) {
    const last = from + stage.components.length - 1;
    let start = from;
    let who = stage.pool === 'none' ? 'threads of callers' : `threads of ${stage.name}`;
    for (let i = from; i <= last; i++) {
      const leaves = components[i].kind === 'transition' && i < last;
      if (leaves || i === last) {
        runs.push({ runs: who, from: start, to: i });
        start = i + 1;
        who = 'threads of the client that calls back';
      }
    }
    from = last + 1;
  }
  return runs;
}

function around(first: Box, last: Box, columns: number): Box {
  return columns === 1
    ? { x: -MARGIN, y: first.y - SOCKET + 4, width: NODE_WIDTH + SOCKET + 2 * MARGIN, height: last.y - first.y + NODE_HEIGHT + SOCKET + 4 }
    : { x: first.x - SOCKET, y: first.y - ABOVE, width: last.x - first.x + NODE_WIDTH + SOCKET + 4, height: NODE_HEIGHT + ABOVE + 8 };
}

function bracket(first: Box, last: Box, columns: number): Box {
  return columns === 1
    ? { x: NODE_WIDTH + SOCKET + MARGIN + 4, y: first.y, width: BRACKET, height: last.y - first.y + NODE_HEIGHT }
    : { x: first.x, y: first.y + NODE_HEIGHT + 12, width: last.x - first.x + NODE_WIDTH, height: BRACKET };
}
