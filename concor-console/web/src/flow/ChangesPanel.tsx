import { useChanges, useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { Change } from '../api/types';
import { duration, moment } from '../common/format';
import { useAction } from '../common/change';
import { differences } from '../common/settings';
import { Badge, Problem } from '../common/ui';

/** Who has changed what, when and why. */
export function ChangesPanel({ server, flow }: { server: Server; flow: string }) {
  const { data, error } = useChanges(server, flow);
  const mayChange = useMayPost(server, 'concorchanges', flow);
  const undo = useAction(server);
  if (!data) {
    return <Problem error={error} />;
  }
  return (
    <section aria-label="changes">
      {mayChange && data.version > 1 && (
        <button
          type="button"
          disabled={undo.running}
          onClick={() =>
            undo.run(() =>
              server.post('concorchanges', `/${encodeURIComponent(flow)}`, {
                action: 'undo',
                expectedVersion: data.version,
              }),
            )
          }
        >
          Undo the last change
        </button>
      )}
      <Problem error={undo.error} />
      <div className="table-frame" tabIndex={0} role="region" aria-label="history of changes">
        <table>
          <thead>
            <tr>
              <th scope="col">at</th>
              <th scope="col" className="number">version</th>
              <th scope="col">who</th>
              <th scope="col">what</th>
              <th scope="col">outcome</th>
              <th scope="col">reason</th>
            </tr>
          </thead>
          <tbody>
            {data.changes.map((change) => (
              <tr key={change.number}>
                <th scope="row">{moment(change.at)}</th>
                <td className="number">{change.version}</td>
                <td>{change.who ? `${change.who} (${change.source})` : change.source}</td>
                <td>
                  <What change={change} />
                </td>
                <td>
                  <Badge kind={change.outcome}>{change.trial?.state ?? change.outcome}</Badge>
                </td>
                <td>{change.error ?? change.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {data.changes.length === 0 && <p>Nothing has been changed since the start.</p>}
      </div>
    </section>
  );
}

function What({ change }: { change: Change }) {
  const lines = differences(change.slots);
  return (
    <>
      {change.action !== 'change' && <div>{change.action}</div>}
      {change.preset && <div>preset {change.preset}</div>}
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {lines.length > 0 && change.tookMicros !== undefined && <small>took {duration(change.tookMicros)}</small>}
    </>
  );
}
