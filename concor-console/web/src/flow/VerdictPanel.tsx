import { useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { Advice, Topology, Verdict } from '../api/types';
import { duration, rate } from '../common/format';
import { useAction } from '../common/change';
import { words } from '../common/settings';
import { Badge, Problem } from '../common/ui';
import { failingSince, label } from '../overview/rows';

interface Props {
  server: Server;
  flow: string;
  verdict: Verdict | undefined;
  topology: Topology;
  onSelect: (slot: string) => void;
}

/** What limits the flow, and what would help. */
export function VerdictPanel({ server, flow, verdict, topology, onSelect }: Props) {
  if (!verdict) {
    return null;
  }
  return (
    <section className={`verdict verdict-${verdict.state}`} aria-label="verdict">
      <p>
        <span aria-live="polite">
          <Badge kind={verdict.state}>{label(verdict)}</Badge>
          <span className="unseen"> {verdict.component}</span>
        </span>{' '}
        {failingSince(verdict) && <strong>{failingSince(verdict)} </strong>}
        {verdict.summary}{' '}
        {verdict.component && (
          <button type="button" className="link" onClick={() => onSelect(verdict.slot ?? verdict.component!)}>
            {verdict.slot && verdict.slot !== verdict.component
              ? `show slot ${verdict.slot}, whose threads run ${verdict.component}`
              : `show ${verdict.component}`}
          </button>
        )}
      </p>
      {verdict.advice.length > 0 && (
        <ul className="advice">
          {verdict.advice.map((advice) => (
            <li key={advice.text}>
              <AdviceLine server={server} flow={flow} advice={advice} topology={topology} />
            </li>
          ))}
        </ul>
      )}
      {verdict.cause && <Reasons verdict={verdict} />}
    </section>
  );
}

const TRIAL = '2m';

function AdviceLine({ server, flow, advice, topology }: { server: Server; flow: string; advice: Advice; topology: Topology }) {
  const mayChange = useMayPost(server, 'concorslots', flow, advice.slot ?? topology.components[0].name);
  const { run, error, running } = useAction(server);
  const { slot, change, predicted } = advice;
  const apply = () =>
    run(() =>
      server.post('concorslots', `/${encodeURIComponent(flow)}/${encodeURIComponent(slot!)}`, {
        ...change,
        expectedVersion: topology.version,
        revertAfter: TRIAL,
        reason: 'advice of the verdict',
      }),
    );
  return (
    <>
      {advice.text}
      {advice.setting && (
        <>
          {' '}
          <code>
            {advice.setting}: {advice.value}
          </code>
        </>
      )}
      {slot && change && (
        <>
          {' '}
          <strong>
            {slot}: {words(change)}
          </strong>
        </>
      )}
      {predicted && (
        <>
          {' '}
          Predicted: {rate(predicted.throughputPerSecond)}, p99 {duration(predicted.p99Micros)}.
        </>
      )}
      {slot && change && mayChange && !topology.trial && (
        <>
          {' '}
          <button type="button" disabled={running} onClick={apply}>
            Try it for 2 minutes
          </button>
        </>
      )}
      <Problem error={error} />
    </>
  );
}

function Reasons({ verdict }: { verdict: Verdict }) {
  return (
    <details>
      <summary>
        Evidence, confidence {verdict.confidence}
        {verdict.suspects.length > 0 && ', and other suspects'}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">signal</th>
            <th scope="col" className="number">value</th>
            <th scope="col" className="number">bound</th>
            <th scope="col">unit</th>
            <th scope="col" className="number">seconds</th>
            <th scope="col">speaks</th>
          </tr>
        </thead>
        <tbody>
          {[...verdict.evidence.map((one) => ({ one, speaks: 'for' })), ...verdict.against.map((one) => ({ one, speaks: 'against' }))].map(
            ({ one, speaks }) => (
              <tr key={speaks + one.signal}>
                <th scope="row">{one.signal}</th>
                <td className="number">{one.value}</td>
                <td className="number">{one.threshold}</td>
                <td>{one.unit}</td>
                <td className="number">{one.windows}</td>
                <td>{speaks}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {verdict.suspects.map(({ cause, component, confidence }) => (
        <p key={cause + component}>
          Or {cause}
          {component && ` at ${component}`} (confidence {confidence})
        </p>
      ))}
    </details>
  );
}
