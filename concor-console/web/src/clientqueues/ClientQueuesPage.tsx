import { useState, type FormEvent } from 'react';
import { CLIENT_QUEUES, useClientQueues, useServersWith } from '../api/queries';
import type { Server } from '../api/server';
import type { ClientQueue, ClientQueueList } from '../api/types';
import { age, count, rate } from '../common/format';
import { PageButtons } from '../common/PageButtons';
import { Lost } from '../overview/Overview';
import { counted } from '../queues/queue';
import { go, link } from '../route';
import { serverInLink, useServers } from '../servers';

const PAGE = 50;

type Start = string | undefined;

interface Pages {
  starts: Start[];
  show: (starts: Start[]) => void;
}

/** Clients and their queues, of all servers that have them. */
export function ClientQueuesPage() {
  const servers = useServers();
  const { having, pending } = useServersWith(servers, CLIENT_QUEUES);
  return (
    <main>
      <h1>Client queues</h1>
      {having.map((server) => (
        <QueuesOf key={server.base} server={server} named={servers.length > 1} />
      ))}
      {having.length === 0 && <p>{pending ? 'Reading …' : 'No server that this page shows has queues of clients.'}</p>}
    </main>
  );
}

function QueuesOf({ server, named }: { server: Server; named: boolean }) {
  const [queueStarts, showQueues] = useState<Start[]>([undefined]);
  const [clientStarts, showClients] = useState<Start[]>([undefined]);
  const { data, error } = useClientQueues(server, queueStarts.at(-1), clientStarts.at(-1), PAGE);
  return (
    <section aria-label={server.name} className={data && error ? 'stale' : undefined}>
      {named && <h2>{server.name}</h2>}
      {error && <Lost server={server} error={error} />}
      {data && <Queues server={server} page={data} starts={queueStarts} show={showQueues} />}
      {data && <Clients page={data} starts={clientStarts} show={showClients} />}
    </section>
  );
}

function Queues({ server, page, starts, show }: Pages & { server: Server; page: ClientQueueList }) {
  const several = starts.length > 1 || page.next !== undefined;
  return (
    <section aria-label={`queues of clients of ${server.name}`}>
      {several && <OpenByName server={server} />}
      {page.queues.length > 0 && <Table server={server} queues={page.queues} />}
      {page.queues.length === 0 && <p>{starts.length > 1 ? 'No queue follows.' : 'No client has created a queue.'}</p>}
      <PageButtons starts={starts} next={page.next} show={show} />
    </section>
  );
}

function OpenByName({ server }: { server: Server }) {
  const [name, setName] = useState('');
  const open = (event: FormEvent) => {
    event.preventDefault();
    go({ clientqueue: name, server: serverInLink(server) });
  };
  return (
    <form className="fields" aria-label="open a queue" onSubmit={open}>
      <label>
        queue
        <input required value={name} placeholder="its whole name" onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="submit">Open</button>
    </form>
  );
}

function Table({ server, queues }: { server: Server; queues: ClientQueue[] }) {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={`client queues of ${server.name}`}>
      <table className="flows">
        <thead>
          <tr>
            <th scope="col">queue</th>
            <th scope="col" className="number" title="messages that wait, are delayed or are leased">depth</th>
            <th scope="col" className="number" title="messages that no client can receive yet">delayed</th>
            <th scope="col" className="number" title="messages that a client has, and has not ended">leased</th>
            <th scope="col" className="number" title="how long ago the oldest message was sent">oldest</th>
            <th scope="col" className="number" title="through this server">sent</th>
            <th scope="col" className="number" title="received for good, or ended, through this server">taken</th>
            <th scope="col" className="number" title="clients that wait for a message at this server">waiting clients</th>
            <th scope="col">created by</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.queue}>
              <th scope="row" className="text">
                <a href={link({ clientqueue: queue.queue, server: serverInLink(server) })}>{queue.queue}</a>
              </th>
              <td className="number">{counted(queue.depth)}</td>
              <td className="number">{counted(queue.delayed)}</td>
              <td className="number">{counted(queue.leased)}</td>
              <td className="number">{age(queue.oldestSeconds)}</td>
              <td className="number">{rate(queue.ratePutPerSecond)}</td>
              <td className="number">{rate(queue.rateTakenPerSecond)}</td>
              <td className="number">{count(queue.waitingClients)}</td>
              <td className="text">{queue.createdBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Clients({ page, starts, show }: Pages & { page: ClientQueueList }) {
  return (
    <section aria-label="clients">
      <h2>Clients</h2>
      <p>{page.clientCount === 1 ? '1 is registered.' : `${count(page.clientCount)} are registered.`}</p>
      <ul className="names">
        {page.clients.map((client) => (
          <li key={client}>{client}</li>
        ))}
      </ul>
      <PageButtons starts={starts} next={page.nextClient} show={show} />
    </section>
  );
}
