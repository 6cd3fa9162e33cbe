import { useState, type FormEvent } from 'react';
import { useAutopilot, useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { AutopilotStatus, BatchSize, Decision } from '../api/types';
import { duration, moment, rate } from '../common/format';
import { useAction } from '../common/change';
import { words } from '../common/settings';
import { Badge, Problem } from '../common/ui';

/** What the autopilot is to keep, and what it has decided. */
export function AutopilotPanel({ server, flow }: { server: Server; flow: string }) {
  const { data, error } = useAutopilot(server, flow);
  const mayChange = useMayPost(server, 'concorautopilot', flow);
  if (!data) {
    return <Problem error={error} />;
  }
  return (
    <section aria-label="autopilot">
      <p>
        Mode {data.mode}, <Badge kind={data.state}>{data.state}</Badge> {data.reason}
        {data.until && ` Until ${moment(data.until)}.`}
      </p>
      {mayChange ? <GoalForm server={server} status={data} /> : <p>Goal: {goalInWords(data)}</p>}
      <ol className="decisions" aria-label="decisions">
        {data.decisions.map((decision) => (
          <li key={decision.at + decision.decided}>
            <DecisionLine decision={decision} />
          </li>
        ))}
      </ol>
      {data.decisions.length === 0 && <p>It has decided nothing yet.</p>}
      {data.batchSizes && <BatchSizes sizes={data.batchSizes} />}
    </section>
  );
}

/** Made by the slot itself, whatever the mode of the autopilot is. */
function BatchSizes({ sizes }: { sizes: BatchSize[] }) {
  return (
    <>
      <h3>Sizes of batches with a target</h3>
      <ol className="decisions" aria-label="sizes of batches">
        {sizes.map((size) => (
          <li key={size.slot + size.at + size.to}>
            <strong>{moment(size.at)}</strong> {size.slot}: up to {size.to} instead of {size.from} events, {size.reason}
            <details>
              <summary>Evidence</summary>
              <ul>
                <li>95 of 100 events took up to {duration(size.p95Micros)}, waiting included</li>
                <li>
                  a call takes {duration(size.fixedMicros)}, and {duration(size.perEventMicros)} for each event
                </li>
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

function goalInWords({ goal }: AutopilotStatus): string {
  const parts = [goal.p99 && `p99 at most ${goal.p99}`, goal.throughput && `at least ${rate(goal.throughput)}`];
  return parts.filter(Boolean).join(', ') || 'none';
}

/** Sends what the user has edited; the rest stays as it is now, and others may have set it meanwhile. */
function GoalForm({ server, status }: { server: Server; status: AutopilotStatus }) {
  const [edited, setEdited] = useState<{ mode?: AutopilotStatus['mode']; p99?: string; throughput?: string }>({});
  const { run, error, running } = useAction(server);
  const mode = edited.mode ?? status.mode;
  const p99 = edited.p99 ?? status.goal.p99 ?? '';
  const throughput = edited.throughput ?? status.goal.throughput?.toString() ?? '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() =>
      server.post('concorautopilot', `/${encodeURIComponent(status.flow)}`, {
        ...(edited.mode && { mode }),
        ...(edited.p99 !== undefined && { p99: p99 || 'none' }),
        ...(edited.throughput !== undefined && { throughput: throughput ? Number(throughput) : 'none' }),
      }),
    );
    if (done) {
      setEdited({});
    }
  };
  return (
    <form className="fields" onSubmit={submit} aria-label="mode and goal of the autopilot">
      <label>
        mode
        <select value={mode} onChange={(event) => setEdited({ ...edited, mode: event.target.value as AutopilotStatus['mode'] })}>
          <option value="off">off</option>
          <option value="advise">advise: records what it would change</option>
          <option value="auto">auto: changes the layout</option>
        </select>
      </label>
      <label>
        p99 at most
        <input value={p99} placeholder="none, or 50ms" onChange={(event) => setEdited({ ...edited, p99: event.target.value })} />
      </label>
      <label>
        throughput at least
        <input
          type="number"
          min={0}
          step="any"
          value={throughput}
          placeholder="none"
          onChange={(event) => setEdited({ ...edited, throughput: event.target.value })}
        />
      </label>
      <button type="submit" disabled={running || Object.keys(edited).length === 0}>
        Set
      </button>
      <Problem error={error} />
    </form>
  );
}

function DecisionLine({ decision }: { decision: Decision }) {
  return (
    <>
      <strong>{moment(decision.at)}</strong> {decision.decided}
      {decision.outcome && (
        <>
          {' '}
          <Badge kind={decision.outcome.result}>{decision.outcome.result}</Badge> {decision.outcome.text}
        </>
      )}
      <details>
        <summary>Evidence</summary>
        <ul>
          {Object.entries(decision.change ?? {}).map(([slot, settings]) => (
            <li key={slot}>
              {slot}: {words(settings)}
            </li>
          ))}
          {decision.evidence.map((one) => (
            <li key={JSON.stringify(one)}>{inWords(one)}</li>
          ))}
          {decision.predicted && (
            <li>
              predicted: {rate(decision.predicted.throughputPerSecond)}, p99 {duration(decision.predicted.p99Micros)}
            </li>
          )}
        </ul>
      </details>
    </>
  );
}

function inWords(evidence: Decision['evidence'][number]): string {
  return typeof evidence === 'string'
    ? evidence
    : `${evidence.signal}: ${evidence.value} ${evidence.unit} (bound ${evidence.threshold})`;
}
