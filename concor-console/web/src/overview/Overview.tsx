import { useMemo } from 'react';
import { useFlows, useSummaries, useVerdicts } from '../api/queries';
import { AnswerError, type Server } from '../api/server';
import { count, duration, MISSING, percentile, rate } from '../common/format';
import { Badge, Problem } from '../common/ui';
import { go, link, useRoute } from '../route';
import { serverInLink, useServers } from '../servers';
import { Servers } from './Servers';
import { failingSince, label, rows, type Row } from './rows';
import { Sparkline } from './Sparkline';

/** All flows of all servers: where to look first. */
export function Overview() {
  const servers = useServers();
  const route = useRoute();
  return (
    <main>
      <div className="toolbar">
        <h1>Flows</h1>
        <input
          type="search"
          aria-label="filter flows"
          placeholder="filter by name, state or cause"
          value={route.filter ?? ''}
          onChange={(event) => go({ ...route, filter: event.target.value }, true)}
        />
        <Servers />
      </div>
      {servers.map((server) => (
        <FlowsOf key={server.base} server={server} named={servers.length > 1} filter={route.filter ?? ''} />
      ))}
    </main>
  );
}

function FlowsOf({ server, named, filter }: { server: Server; named: boolean; filter: string }) {
  const flows = useFlows(server);
  const figures = useSummaries(server);
  const verdicts = useVerdicts(server);
  const lost = flows.error ?? (figures.error instanceof AnswerError ? null : figures.error);
  const shown = useMemo(
    () => rows(flows.data?.flows ?? [], figures.data?.flows ?? [], verdicts.data?.flows ?? [], filter),
    [flows.data, figures.data, verdicts.data, filter],
  );
  return (
    <section aria-label={server.name}>
      {named && <h2>{server.name}</h2>}
      {lost && <Lost server={server} error={lost} />}
      {flows.data && (
        <div className="table-frame" tabIndex={0} role="region" aria-label={`flows of ${server.name}`}>
          <table className={lost ? 'flows stale' : 'flows'}>
            <thead>
              <tr>
                <th scope="col">flow</th>
                <th scope="col">state</th>
                <th scope="col" className="number">rate</th>
                <th scope="col">15 minutes</th>
                <th scope="col" className="number">p99</th>
                <th scope="col" className="number">in flight</th>
                <th scope="col" className="number">failed</th>
                <th scope="col" className="number">refused</th>
                <th scope="col">verdict</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <FlowRow key={row.flow.name} server={server} {...row} />
              ))}
            </tbody>
          </table>
          {shown.length === 0 && <p>{filter ? 'No flow matches the filter.' : 'This application has no flows.'}</p>}
        </div>
      )}
    </section>
  );
}

function FlowRow({ server, flow, figures, verdict }: Row & { server: Server }) {
  return (
    <tr>
      <th scope="row">
        <a href={link({ flow: flow.name, server: serverInLink(server) })}>{flow.name}</a>
      </th>
      <td>{flow.state}</td>
      <td className="number">{rate(figures?.throughput)}</td>
      <td>
        <Sparkline server={server} flow={flow.name} figures={figures} />
      </td>
      <td className="number">{duration(percentile('p99Micros', figures?.latency))}</td>
      <td className="number">
        {count(figures?.inFlight ?? flow.inFlight)} of {count(flow.maxInFlight)}
      </td>
      <td className="number">{figures ? count(figures.failed) : MISSING}</td>
      <td className="number">{figures ? count(figures.refused) : MISSING}</td>
      <td>
        {verdict && <Badge kind={verdict.state}>{label(verdict)}</Badge>}{' '}
        {(verdict?.state === 'limited' || verdict?.state === 'failing') && verdict.component}{' '}
        {verdict && failingSince(verdict)}
      </td>
    </tr>
  );
}

/** A server that does not answer. It is asked again every second. */
export function Lost({ server, error }: { server: Server; error: unknown }) {
  const answered = error && (error as { status?: number }).status;
  return answered ? (
    <Problem error={error} />
  ) : (
    <p className="problem" role="alert">
      {server.name} does not answer. The figures are those of its last answer; it is asked again every second.
      {!server.isOwn && ' If it runs, it may not allow this page to read it: see "Several servers" in docs/console.md.'}
    </p>
  );
}
