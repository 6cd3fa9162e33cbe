import { useSyncExternalStore } from 'react';

/** What the address says: a link preserves flow, slot and time range. */
export interface Route {
  server?: string;
  flow?: string;
  slot?: string;
  /** A durable queue. */
  queue?: string;
  /** A queue of clients. */
  clientqueue?: string;
  /** The section below the graph, or a list of queues. */
  view?: string;
  /** How much the charts show, in seconds. */
  seconds?: string;
  filter?: string;
}

const NAMES = ['server', 'flow', 'slot', 'queue', 'clientqueue', 'view', 'seconds', 'filter'] as const;

/** The parts of the page, each with a list and what is in it. */
export type Part = 'flows' | 'queues' | 'clientqueues';

export function partOf({ flow, queue, clientqueue, view }: Route): Part {
  if (flow) {
    return 'flows';
  }
  if (queue || view === 'queues') {
    return 'queues';
  }
  return clientqueue || view === 'clientqueues' ? 'clientqueues' : 'flows';
}

function parse(hash: string): Route {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}

/** Returns the link to a place. */
export function link(route: Route): string {
  const given = NAMES.flatMap((name) => (route[name] ? [[name, route[name] as string]] : []));
  return '#' + new URLSearchParams(given);
}

/** Goes to a place. Without a new entry in the browser's history if it is the same page. */
export function go(route: Route, replace = false): void {
  if (replace) {
    history.replaceState(null, '', link(route));
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = link(route);
  }
}

let known = { hash: '', route: {} as Route };

function current(): Route {
  if (known.hash !== location.hash) {
    known = { hash: location.hash, route: parse(location.hash) };
  }
  return known.route;
}

export function useRoute(): Route {
  return useSyncExternalStore((changed) => {
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, current);
}
