import { Boundary } from './common/Boundary';
import { FlowPage } from './flow/FlowPage';
import { Overview } from './overview/Overview';
import { link, useRoute } from './route';
import { serverOf, useServers } from './servers';
import { UnknownServer } from './overview/UnknownServer';
import { Theme } from './Theme';

export function App() {
  const { flow, server: address } = useRoute();
  useServers();
  const server = serverOf(address);
  return (
    <>
      <header className="top">
        <a className="brand" href={link({})}>
          Concor
        </a>
        <Theme />
      </header>
      <Boundary key={`${address}/${flow}`}>
        {!flow && <Overview />}
        {flow && server && <FlowPage server={server} flow={flow} />}
        {flow && !server && <UnknownServer address={address!} />}
      </Boundary>
    </>
  );
}
