import { useQueries, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { merge, missing } from './history';
import { isWorthRepeating, pause } from './repeat';
import type { Query, Server } from './server';
import type {
  AutopilotStatus,
  Change,
  ClientMessagePage,
  ClientQueue,
  ClientQueueList,
  DeadLetterPage,
  FlowSummary,
  Prediction,
  Preset,
  PresetList,
  Queue,
  Second,
  SlotSettings,
  Statistics,
  StatisticsSummary,
  Topology,
  Verdict,
} from './types';

/** TanStack Query asks once a second, not in hidden tabs, and goes on after an error. */
const SECOND = 1_000;
/** For verdicts, which rest on several seconds, and for curves of minutes. */
const CALMLY = 2 * SECOND;
const SLOWLY = 5 * SECOND;
const MINUTE = 60 * SECOND;

export const CLIENT_QUEUES = 'concorclientqueues';

function key(server: Server, endpoint: string, path: string, query?: Query): QueryKey {
  return [server.base, endpoint, path, query];
}

/** A server that does not answer is asked every second, unless it asks for a longer pause. */
const unlessLost =
  (every: number, lost = SECOND) =>
  ({ state }: { state: { status: string; error: Error | null } }) =>
    state.status === 'error' ? pause(lost, state.error) : every;

function answer<T>(server: Server, endpoint: string, path: string, every: number, query?: Query, enabled = true) {
  return {
    queryKey: key(server, endpoint, path, query),
    queryFn: ({ signal }: { signal: AbortSignal }) => server.get<T>(endpoint, path, query, signal),
    refetchInterval: unlessLost(every),
    enabled,
  };
}

/** An answer of which there are pages. The page before stays until the next one is there. */
function page<T>(server: Server, endpoint: string, path: string, every: number, query: Query) {
  return { ...answer<T>(server, endpoint, path, every, query), placeholderData: (before: T | undefined) => before };
}

const below = (...names: string[]) => names.map((name) => '/' + encodeURIComponent(name)).join('');

/** All flows: what seldom changes of them, the figures are in other answers. */
export function useFlows(server: Server) {
  return useQuery(answer<{ flows: FlowSummary[] }>(server, 'concor', '', 2 * SLOWLY));
}

export function useSummaries(server: Server) {
  return useQuery(answer<{ flows: StatisticsSummary[] }>(server, 'concorstats', '', SECOND, { view: 'summary' }));
}

/** The verdicts of all flows. */
export function useVerdicts(server: Server) {
  return useQuery(answer<{ flows: Verdict[] }>(server, 'concordiagnosis', '', CALMLY));
}

/**
 * The layout, which seldom changes, unless it is on trial.
 *
 * @param version that of the newest second of the history: if it is another one, the layout is read at once
 * @param lost whether the server does not answer other questions
 */
export function useTopology(server: Server, flow: string, version: number | undefined, lost: boolean) {
  const query = useQuery({
    ...answer<Topology>(server, 'concor', below(flow), SLOWLY),
    refetchInterval: ({ state }) => unlessLost(state.data?.trial ? SECOND : SLOWLY)({ state }),
  });
  const { data, refetch } = query;
  const outdated = lost || (data !== undefined && version !== undefined && data.version !== version);
  useEffect(() => {
    if (outdated) {
      void refetch();
    }
  }, [outdated, version, refetch]);
  return query;
}

export const statisticsOf = (server: Server, flow: string) =>
  answer<Statistics>(server, 'concorstats', below(flow), SECOND);

export const useStatistics = (server: Server, flow: string) => useQuery(statisticsOf(server, flow));

export const verdictOf = (server: Server, flow: string) =>
  answer<Verdict>(server, 'concordiagnosis', below(flow), CALMLY);

export const useVerdict = (server: Server, flow: string) => useQuery(verdictOf(server, flow));

export function useChanges(server: Server, flow: string) {
  return useQuery(answer<{ version: number; changes: Change[] }>(server, 'concorchanges', below(flow), SLOWLY, { limit: 100 }));
}

export function useAutopilot(server: Server, flow: string) {
  return useQuery(answer<AutopilotStatus>(server, 'concorautopilot', below(flow), CALMLY));
}

export function usePresets(server: Server, flow: string) {
  return useQuery(answer<PresetList>(server, 'concorpresets', below(flow), SLOWLY));
}

export function usePreset(server: Server, flow: string, preset: string | undefined) {
  return useQuery(answer<Preset>(server, 'concorpresets', below(flow, preset ?? ''), SLOWLY, undefined, preset !== undefined));
}

/** All durable queues: each is counted for an answer. */
export function useQueues(server: Server, enabled = true) {
  return useQuery(answer<{ queues: Queue[] }>(server, 'concorqueues', '', SLOWLY, undefined, enabled));
}

export function useQueue(server: Server, queue: string) {
  return useQuery(answer<Queue>(server, 'concorqueues', below(queue), CALMLY));
}

/**
 * A page of dead letters.
 *
 * @param after the number after which it begins
 */
export function useDeadLetters(server: Server, queue: string, after: number, limit: number) {
  return useQuery(page<DeadLetterPage>(server, 'concorqueues', below(queue, 'dead'), CALMLY, { after, limit }));
}

/**
 * A page of the queues of clients, each of which is counted for an answer, and one of the clients.
 *
 * @param after the queue after which the one begins
 * @param afterClient the client after which the other begins
 */
export function useClientQueues(server: Server, after: string | undefined, afterClient: string | undefined, limit: number) {
  return useQuery(page<ClientQueueList>(server, CLIENT_QUEUES, '', SLOWLY, { after, afterClient, limit }));
}

export function useClientQueue(server: Server, queue: string) {
  return useQuery(answer<ClientQueue>(server, CLIENT_QUEUES, below(queue), CALMLY));
}

/**
 * A page of messages.
 *
 * @param after the place after which it begins
 */
export function useClientMessages(server: Server, queue: string, after: number, limit: number) {
  return useQuery(page<ClientMessagePage>(server, CLIENT_QUEUES, below(queue, 'messages'), CALMLY, { after, limit }));
}

/** The servers whose applications have an endpoint, and whether that is not known yet of some. */
export function useServersWith(servers: Server[], endpoint: string): { having: Server[]; pending: boolean } {
  const answers = useQueries({
    queries: servers.map((server) => ({
      queryKey: key(server, endpoint, '', { has: true }),
      queryFn: () => server.has(endpoint),
      staleTime: Infinity, // an application keeps its endpoints
      refetchInterval: ({ state }: { state: { data?: boolean; error: Error | null } }) =>
        state.data === undefined && pause(SLOWLY, state.error),
    })),
  });
  return {
    having: servers.filter((_, i) => answers[i].data),
    pending: answers.some(({ data }) => data === undefined),
  };
}

/** Asks for what would happen with other settings of a slot. */
export function usePrediction(server: Server, flow: string, slot: string, settings: SlotSettings, enabled: boolean) {
  const query = { slot, ...settings };
  return useQuery({
    queryKey: key(server, 'whatif', below(flow), query),
    queryFn: ({ signal }) => server.get<Prediction>('concordiagnosis', below(flow) + '/whatif', query, signal),
    enabled,
    staleTime: SLOWLY,
    retry: isWorthRepeating,
    retryDelay: (_, error) => pause(2 * SECOND, error), // one is computed at a time
    refetchInterval: ({ state }) => (state.status === 'error' ? pause(SLOWLY, state.error) : false), // it may be refused for a moment only
  });
}

/** Whether this user may change something at an endpoint. */
export function useMayPost(server: Server, endpoint: string, ...names: string[]): boolean {
  const { data } = useQuery({
    queryKey: key(server, endpoint, below(...names), { method: 'OPTIONS' }),
    queryFn: () => server.mayPost(endpoint, below(...names)),
    staleTime: MINUTE,
    refetchInterval: ({ state }) => (state.data === undefined ? pause(SLOWLY, state.error) : unlessLost(MINUTE, SLOWLY)({ state })),
  });
  return data ?? false;
}

/** Returns a function that makes everything about a server be read again, and waits for the layouts: other answers may take long. */
export function useReread(server: Server): () => Promise<void> {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [server.base], predicate: ({ queryKey }) => queryKey[1] !== 'concor' });
    return client.invalidateQueries({ queryKey: [server.base, 'concor'] });
  };
}

/**
 * The seconds of a flow, the oldest first: all that the server keeps at first, then the newest ones. A gap, after a hidden
 * tab or a lost server, is filled.
 *
 * @param every how often it is read, in milliseconds
 */
export function useHistory(server: Server, flow: string, every = CALMLY): Second[] {
  const seconds = useRef<Second[]>([]);
  const of = useRef('');
  const answeredAt = useRef(0);
  if (of.current !== server.base + flow) {
    of.current = server.base + flow;
    seconds.current = [];
  }
  const { data } = useQuery({
    queryKey: key(server, 'history', below(flow)),
    queryFn: async ({ signal }) => {
      const answer = await server.get<{ windows: Second[] }>(
        'concorstats',
        below(flow) + '/history',
        { seconds: missing(seconds.current, performance.now() - answeredAt.current) },
        signal,
      );
      answeredAt.current = performance.now();
      return answer.windows;
    },
    refetchInterval: unlessLost(every, every),
    gcTime: 0,
  });
  const merged = data ? merge(seconds.current, data) : seconds.current;
  useEffect(() => {
    seconds.current = merged;
  }, [merged]);
  return merged;
}
