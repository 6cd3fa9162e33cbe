import { createContext, useContext } from 'react';
import type { FlowSummary, Pool, Queue, Statistics, Verdict } from '../api/types';

/** What the parts of the graph show, and what they do. */
export interface GraphState {
  summary: FlowSummary | undefined;
  statistics: Statistics | undefined;
  /** Returns the durable queue of a slot, if it is known. */
  queueOf: (slot: string) => Queue | undefined;
  limited: Verdict | undefined;
  selected: string | undefined;
  /** Whether this user may change slots. */
  mayChange: boolean;
  /** Opens a slot, with a pool that is proposed for it. */
  onSelect: (slot: string | undefined, proposed?: Pool) => void;
  /** The slot whose join is dragged, 'new' for a new join. */
  dragged: string | undefined;
  onDrag: (slot: string | undefined) => void;
}

export const GraphContext = createContext<GraphState | undefined>(undefined);

export function useGraph(): GraphState {
  return useContext(GraphContext)!;
}
