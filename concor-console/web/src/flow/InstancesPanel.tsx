import { useQueries } from '@tanstack/react-query';
import { statisticsOf, verdictOf } from '../api/queries';
import type { Statistics } from '../api/types';
import { count, duration, MISSING, percentile, rate } from '../common/format';
import { Badge } from '../common/ui';
import { label } from '../overview/rows';
import { link } from '../route';
import { serverInLink, useServers } from '../servers';

/** The same flow on each server, side by side and summed. */
export function InstancesPanel({ flow }: { flow: string }) {
  const servers = useServers();
  const statistics = useQueries({ queries: servers.map((server) => statisticsOf(server, flow)) });
  const verdicts = useQueries({ queries: servers.map((server) => verdictOf(server, flow)) });
  const all = statistics.flatMap(({ data, isError }) => (data && !isError ? [data] : []));
  const sum = (of: (one: Statistics) => number) =>
    all.length ? all.reduce((total, one) => total + of(one), 0) : undefined;
  return (
    <section aria-label="instances">
      {servers.length === 1 && <p>This is the only server. Add others under "Servers" on the first page.</p>}
      <div className="table-frame" tabIndex={0} role="region" aria-label={`instances of ${flow}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">server</th>
              <th scope="col" className="number">rate</th>
              <th scope="col" className="number">p99</th>
              <th scope="col" className="number">in flight</th>
              <th scope="col" className="number">failed</th>
              <th scope="col" className="number">refused</th>
              <th scope="col">verdict</th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server, i) => {
              const { data, isError } = statistics[i];
              const verdict = verdicts[i].data;
              return (
                <tr key={server.base} className={isError ? 'stale' : undefined}>
                  <th scope="row">
                    <a href={link({ flow, server: serverInLink(server) })}>{server.name}</a>
                    {isError && ' does not answer, or has no such flow'}
                  </th>
                  <td className="number">{rate(data?.window.throughput)}</td>
                  <td className="number">{duration(percentile('p99Micros', data?.window.latency))}</td>
                  <td className="number">{count(data?.inFlight)}</td>
                  <td className="number">{count(data?.window.failed)}</td>
                  <td className="number">{count(data?.window.refused)}</td>
                  <td>{verdict && <Badge kind={verdict.state}>{label(verdict)}</Badge>}</td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">all {all.length}</th>
              <td className="number">{rate(sum(({ window }) => window.throughput))}</td>
              <td className="number" title="percentiles cannot be summed">
                {MISSING}
              </td>
              <td className="number">{count(sum(({ inFlight }) => inFlight))}</td>
              <td className="number">{count(sum(({ window }) => window.failed))}</td>
              <td className="number">{count(sum(({ window }) => window.refused))}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
