import { useQueues } from '../api/queries';
import { AnswerError, type Server } from '../api/server';
import type { Queue } from '../api/types';
import { age, count, rate } from '../common/format';
import { Badge } from '../common/ui';
import { Lost } from '../overview/Overview';
import { go, link, useRoute } from '../route';
import { serverInLink, useServers } from '../servers';
import { counted, countedDelayed, countedKeys, inOrder, stateOf } from './queue';

/** All durable queues of all servers. */
export function QueuesPage() {
  const servers = useServers();
  const route = useRoute();
  const filter = route.filter ?? '';
  return (
    <main>
      <div className="toolbar">
        <h1>Queues</h1>
        <input
          type="search"
          aria-label="filter queues"
          placeholder="filter by name, store or state"
          value={filter}
          onChange={(event) => go({ ...route, filter: event.target.value }, true)}
        />
      </div>
      {servers.map((server) => (
        <QueuesOf key={server.base} server={server} named={servers.length > 1} filter={filter} />
      ))}
    </main>
  );
}

function QueuesOf({ server, named, filter }: { server: Server; named: boolean; filter: string }) {
  const { data, error } = useQueues(server);
  return (
    <section aria-label={server.name}>
      {named && <h2>{server.name}</h2>}
      {error && (isMissing(error) ? <NoEndpoint /> : <Lost server={server} error={error} />)}
      {data && data.queues.length === 0 && <NoQueue />}
      {data && data.queues.length > 0 && (
        <Table server={server} queues={data.queues} filter={filter} stale={error !== null} />
      )}
    </section>
  );
}

const isMissing = (error: Error) => error instanceof AnswerError && error.status === 404;

function NoEndpoint() {
  return (
    <p>
      This server shows no queues: add <code>concorqueues</code> to <code>management.endpoints.web.exposure.include</code>.
    </p>
  );
}

function NoQueue() {
  return (
    <p>
      No slot is durable. To let the events of a slot survive the process, choose queue <strong>durable</strong> where
      you change the slot, or set <code>concor.flows.&lt;flow&gt;.slots.&lt;slot&gt;.queue: durable</code>.
    </p>
  );
}

interface TableProps {
  server: Server;
  queues: Queue[];
  filter: string;
  stale: boolean;
}

function Table({ server, queues, filter, stale }: TableProps) {
  const shown = inOrder(queues, filter);
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={`queues of ${server.name}`}>
      <table className={stale ? 'flows stale' : 'flows'}>
        <thead>
          <tr>
            <th scope="col">queue</th>
            <th scope="col">state</th>
            <th scope="col">store</th>
            <th scope="col" className="number" title="events that wait or are in work, without delayed ones">depth</th>
            <th scope="col" className="number" title="how long ago the first of them was put">oldest</th>
            <th scope="col" className="number">put</th>
            <th scope="col" className="number">taken</th>
            <th scope="col" className="number">in work</th>
            <th scope="col" className="number">delayed</th>
            <th scope="col" className="number">dead letters</th>
            <th scope="col" className="number" title="keys whose events wait for one that failed">held keys</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((queue) => (
            <QueueRow key={queue.queue} server={server} queue={queue} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p>No queue matches the filter.</p>}
    </div>
  );
}

function QueueRow({ server, queue }: { server: Server; queue: Queue }) {
  const { kind, text } = stateOf(queue);
  return (
    <tr>
      <th scope="row">
        <a href={link({ queue: queue.queue, server: serverInLink(server) })}>{queue.queue}</a>
      </th>
      <td>
        <Badge kind={kind}>{text}</Badge>
      </td>
      <td>{queue.store}</td>
      <td className="number">{counted(queue.depth)}</td>
      <td className="number">{age(queue.oldestSeconds)}</td>
      <td className="number">{rate(queue.ratePutPerSecond)}</td>
      <td className="number">{rate(queue.rateTakenPerSecond)}</td>
      <td className="number">{count(queue.inWork)}</td>
      <td className="number">{countedDelayed(queue)}</td>
      <td className="number">{queue.dead > 0 ? <strong>{counted(queue.dead)}</strong> : 0}</td>
      <td className="number">{queue.held.length > 0 ? <strong>{countedKeys(queue)}</strong> : 0}</td>
    </tr>
  );
}
