import { useMemo, useState } from 'react';
import { useFlows, useHistory, useQueues, useStatistics, useTopology, useVerdict } from '../api/queries';
import { Boundary } from '../common/Boundary';
import { count, duration, percentile, rate } from '../common/format';
import { isDurable } from '../common/settings';
import { Badge, Figure } from '../common/ui';
import { Lost } from '../overview/Overview';
import { go, link, useRoute } from '../route';
import type { Server } from '../api/server';
import type { Pool } from '../api/types';
import { useServers } from '../servers';
import { AutopilotPanel } from './AutopilotPanel';
import { ChangesPanel } from './ChangesPanel';
import { Charts } from './Charts';
import { Graph } from './Graph';
import { InstancesPanel } from './InstancesPanel';
import { PresetsPanel } from './PresetsPanel';
import { SamplingPanel } from './SamplingPanel';
import { SlotPanel } from './SlotPanel';
import { TrialBar } from './TrialBar';
import { VerdictPanel } from './VerdictPanel';

const VIEWS = {
  charts: 'Charts',
  changes: 'Changes',
  presets: 'Presets',
  autopilot: 'Autopilot',
  sampling: 'Sampling',
  instances: 'Instances',
} as const;

type View = keyof typeof VIEWS;

/** One flow: where its time goes, and what to do about it. */
export function FlowPage({ server, flow }: { server: Server; flow: string }) {
  const route = useRoute();
  const several = useServers().length > 1;
  const summary = useFlows(server).data?.flows.find(({ name }) => name === flow);
  const statistics = useStatistics(server, flow);
  const verdict = useVerdict(server, flow);
  const history = useHistory(server, flow);
  const topology = useTopology(server, flow, history.at(-1)?.version, statistics.isError);
  const queues = useQueues(server, topology.data?.components.some(({ slot }) => isDurable(slot)) ?? false);
  const view: View = route.view && route.view in VIEWS ? (route.view as View) : 'charts';
  const selected = topology.data?.components.some(({ name }) => name === route.slot) ? route.slot : undefined;
  const latency = statistics.data?.window.latency;
  const [proposed, setProposed] = useState<Pool>();
  const select = useMemo(
    () => (slot: string | undefined, pool?: Pool) => {
      setProposed(pool);
      go({ ...route, slot }, true);
    },
    [route],
  );
  if (!topology.data) {
    return (
      <main>
        <h1>{flow}</h1>
        {topology.isError ? <Lost server={server} error={topology.error} /> : <p>Reading …</p>}
      </main>
    );
  }
  return (
    <main className={topology.isError ? 'stale' : undefined}>
      <div className="toolbar">
        <h1>
          <a href={link({})}>Flows</a> / {several && `${server.name} / `}
          {flow}
        </h1>
        <Badge kind={topology.data.state}>{topology.data.state}</Badge>
        {topology.data.activePreset && (
          <span>
            preset {topology.data.activePreset}
            {topology.data.drifted && ', changed since'}
          </span>
        )}
      </div>
      {topology.isError && <Lost server={server} error={topology.error} />}
      <dl className="figures">
        <Figure name="rate">{rate(statistics.data?.window.throughput)}</Figure>
        <Figure name="p50">{duration(percentile('p50Micros', latency))}</Figure>
        <Figure name="p99">{duration(percentile('p99Micros', latency))}</Figure>
        <Figure name="in flight">{count(statistics.data?.inFlight)}</Figure>
        <Figure name="failed in 10 s">{count(statistics.data?.window.failed)}</Figure>
        <Figure name="refused in 10 s">{count(statistics.data?.window.refused)}</Figure>
        <Figure name="layout">version {topology.data.version}</Figure>
      </dl>
      <VerdictPanel server={server} flow={flow} verdict={verdict.data} topology={topology.data} onSelect={select} />
      <TrialBar server={server} topology={topology.data} history={history} />
      <Graph
        server={server}
        topology={topology.data}
        summary={summary}
        statistics={statistics.data}
        queues={queues.data?.queues}
        verdict={verdict.data}
        selected={selected}
        onSelect={select}
      />
      {selected && (
        <SlotPanel
          key={`${selected}/${proposed}`}
          server={server}
          topology={topology.data}
          statistics={statistics.data}
          slot={selected}
          proposed={proposed}
          onClose={() => select(undefined)}
        />
      )}
      <nav className="tabs" aria-label="views">
        {Object.entries(VIEWS).map(([name, title]) => (
          <a key={name} href={link({ ...route, view: name })} aria-current={name === view ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Boundary key={view}>
        {view === 'charts' && <Charts history={history} slot={selected} topology={topology.data} />}
        {view === 'changes' && <ChangesPanel server={server} flow={flow} />}
        {view === 'presets' && <PresetsPanel server={server} flow={flow} topology={topology.data} />}
        {view === 'autopilot' && <AutopilotPanel server={server} flow={flow} />}
        {view === 'sampling' && statistics.data && (
          <SamplingPanel server={server} flow={flow} sampling={statistics.data.sampling} />
        )}
        {view === 'instances' && <InstancesPanel flow={flow} />}
      </Boundary>
    </main>
  );
}
