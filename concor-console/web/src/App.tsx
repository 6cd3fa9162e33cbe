import { Boundary } from './common/Boundary';
import { FlowPage } from './flow/FlowPage';
import { Overview } from './overview/Overview';
import { UnknownServer } from './overview/UnknownServer';
import { QueuePage } from './queues/QueuePage';
import { QueuesPage } from './queues/QueuesPage';
import { link, useRoute, type Route } from './route';
import type { Server } from './api/server';
import { serverOf, useServers } from './servers';
import { Theme } from './Theme';

export function App() {
  const route = useRoute();
  useServers();
  const { flow, queue, server: address } = route;
  const server = serverOf(address);
  const inQueues = isOfQueues(route);
  return (
    <>
      <header className="top">
        <a className="brand" href={link({})}>
          Concor
        </a>
        <nav className="places" aria-label="places">
          <a href={link({})} aria-current={inQueues ? undefined : 'page'}>
            Flows
          </a>
          <a href={link({ view: 'queues' })} aria-current={inQueues ? 'page' : undefined}>
            Queues
          </a>
        </nav>
        <Theme />
      </header>
      <Boundary key={`${address}/${flow}/${queue}/${inQueues}`}>
        {server ? <Place route={route} server={server} /> : <UnknownServer address={address!} />}
      </Boundary>
    </>
  );
}

const isOfQueues = ({ flow, queue, view }: Route) => !flow && (queue !== undefined || view === 'queues');

function Place({ route, server }: { route: Route; server: Server }) {
  const { flow, queue } = route;
  if (flow) {
    return <FlowPage server={server} flow={flow} />;
  }
  if (queue) {
    return <QueuePage server={server} name={queue} />;
  }
  return isOfQueues(route) ? <QueuesPage /> : <Overview />;
}
