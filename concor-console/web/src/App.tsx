import { CLIENT_QUEUES, useServersWith } from './api/queries';
import type { Server } from './api/server';
import { ClientQueuePage } from './clientqueues/ClientQueuePage';
import { ClientQueuesPage } from './clientqueues/ClientQueuesPage';
import { Boundary } from './common/Boundary';
import { FlowPage } from './flow/FlowPage';
import { Overview } from './overview/Overview';
import { UnknownServer } from './overview/UnknownServer';
import { QueuePage } from './queues/QueuePage';
import { QueuesPage } from './queues/QueuesPage';
import { link, partOf, useRoute, type Part, type Route } from './route';
import { serverOf, useServers } from './servers';
import { Theme } from './Theme';

export function App() {
  const route = useRoute();
  const servers = useServers();
  const { having } = useServersWith(servers, CLIENT_QUEUES);
  const { flow, queue, clientqueue, server: address } = route;
  const server = serverOf(address);
  const part = partOf(route);
  return (
    <>
      <header className="top">
        <a className="brand" href={link({})}>
          Concor
        </a>
        <nav className="places" aria-label="places">
          <PlaceLink to={{}} name="Flows" present={part === 'flows'} />
          <PlaceLink to={{ view: 'queues' }} name="Queues" present={part === 'queues'} />
          {having.length > 0 && (
            <PlaceLink to={{ view: 'clientqueues' }} name="Client queues" present={part === 'clientqueues'} />
          )}
        </nav>
        <Theme />
      </header>
      <Boundary key={`${address}/${flow}/${queue}/${clientqueue}/${part}`}>
        {server ? <Place part={part} route={route} server={server} /> : <UnknownServer address={address!} />}
      </Boundary>
    </>
  );
}

function PlaceLink({ to, name, present }: { to: Route; name: string; present: boolean }) {
  return (
    <a href={link(to)} aria-current={present ? 'page' : undefined}>
      {name}
    </a>
  );
}

function Place({ part, route: { flow, queue, clientqueue }, server }: { part: Part; route: Route; server: Server }) {
  switch (part) {
    case 'queues':
      return queue ? <QueuePage server={server} name={queue} /> : <QueuesPage />;
    case 'clientqueues':
      return clientqueue ? <ClientQueuePage server={server} name={clientqueue} /> : <ClientQueuesPage />;
    default:
      return flow ? <FlowPage server={server} flow={flow} /> : <Overview />;
  }
}
