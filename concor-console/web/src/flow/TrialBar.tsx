import { useEffect, useMemo, useState } from 'react';
import { useChanges, useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { Second, Topology } from '../api/types';
import { countdown, duration, rate } from '../common/format';
import { useAction } from '../common/change';
import { Problem } from '../common/ui';
import { compare } from './comparison';

interface Props {
  server: Server;
  topology: Topology;
  history: Second[];
}

/** The trial that is under way: how long, what it has brought, and the decision; and how the last one ended. */
export function TrialBar({ server, topology, history }: Props) {
  const { trial, name } = topology;
  const action = useAction(server);
  const [last, setLast] = useState<number>();
  useEffect(() => {
    if (trial) {
      setLast(trial.version);
    }
  }, [trial]);
  if (trial) {
    return <Running topology={topology} server={server} history={history} trial={trial} action={action} />;
  }
  return last ? (
    <Ended server={server} flow={name} version={last} error={action.error} onClose={() => setLast(undefined)} />
  ) : null;
}

interface RunningProps extends Props {
  trial: NonNullable<Topology['trial']>;
  action: ReturnType<typeof useAction>;
}

function Running({ server, topology, history, trial, action: { run, error, running } }: RunningProps) {
  const now = useServerTime(history);
  const mayChange = useMayPost(server, 'concorchanges', topology.name);
  const decide = (action: 'confirm' | 'undo') =>
    run(() =>
      server.post('concorchanges', `/${encodeURIComponent(topology.name)}`, {
        action,
        expectedVersion: trial.version,
      }),
    );
  const { before, after } = compare(history, trial.version);
  return (
    <section className="trial" aria-label="trial">
      <p>
        Version {trial.version} is on trial{trial.who && ` by ${trial.who}`}
        {trial.reason && ` (${trial.reason})`}. It is taken back in{' '}
        <strong role="timer">{countdown(trial.until, now)}</strong>.{' '}
        {mayChange && (
          <>
            <button type="button" disabled={running} onClick={() => decide('confirm')}>
              Confirm
            </button>{' '}
            <button type="button" disabled={running} onClick={() => decide('undo')}>
              Undo
            </button>
          </>
        )}
      </p>
      <table className="comparison">
        <thead>
          <tr>
            <td />
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">throughput</th>
            <td>{rate(before?.throughput)}</td>
            <td>{rate(after?.throughput)}</td>
          </tr>
          <tr>
            <th scope="row">p99, worst second</th>
            <td>{duration(before?.p99)}</td>
            <td>{duration(after?.p99)}</td>
          </tr>
          <tr>
            <th scope="row">in flight</th>
            <td>{before ? Math.round(before.inFlight) : 'N/A'}</td>
            <td>{after ? Math.round(after.inFlight) : 'N/A'}</td>
          </tr>
        </tbody>
      </table>
      <Problem error={error} />
    </section>
  );
}

interface EndedProps {
  server: Server;
  flow: string;
  version: number;
  error: unknown;
  onClose: () => void;
}

/** How a trial ended: it may have been confirmed or undone here or elsewhere, or its time is over. */
function Ended({ server, flow, version, error, onClose }: EndedProps) {
  const { data } = useChanges(server, flow);
  const state = data?.changes.find((change) => change.version === version && change.trial)?.trial?.state;
  return (
    <section className="trial" aria-label="end of the trial" aria-live="polite">
      <p>
        The trial of version {version} has ended{state && state !== 'pending' && `: ${state}`}.{' '}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
      <Problem error={error} />
    </section>
  );
}

/** Returns the time by the clock of the server, which may differ from that of the browser. */
function useServerTime(history: Second[]): number {
  const last = history.at(-1)?.end;
  const ahead = useMemo(() => (last ? Date.now() - Date.parse(last) : 0), [last]);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now - ahead;
}
