import { Handle, Position, type NodeProps } from '@xyflow/react';
import type { Component } from '../api/types';
import { count, decimal } from '../common/format';
import { isDurable, shortWords, words } from '../common/settings';
import { BusyBar, Level, Percentiles } from '../common/ui';
import { counted } from '../queues/queue';
import { useGraph } from './graphContext';
import type { Band } from './layout';

const KINDS: Record<string, string> = {
  simple: 'task',
  'single-threaded': 'single-threaded',
  'synchronized-remote': 'remote call',
  transition: 'transition',
  'side-effect': 'side effect',
  catch: 'catch',
  batch: 'batch task',
};

interface Oriented extends Record<string, unknown> {
  vertical: boolean;
}

function Ends({ vertical }: Oriented) {
  return (
    <>
      <Handle type="target" position={vertical ? Position.Top : Position.Left} isConnectable={false} />
      <Handle type="source" position={vertical ? Position.Bottom : Position.Right} isConnectable={false} />
    </>
  );
}

/** A component with the slot in front of it. */
function ComponentNode({ data }: NodeProps) {
  const { component, vertical } = data as Oriented & { component: Component };
  const { statistics, limited, selected, onSelect } = useGraph();
  const { name, kind } = component;
  const figures = statistics?.window.components.find((one) => one.name === name);
  const isLimiting = limited?.component === name;
  const classes = [
    'component',
    kind && `kind-${kind}`,
    isLimiting && 'component-limiting',
    selected === name && 'component-selected',
  ];
  return (
    <>
      <Ends vertical={vertical} />
      <Socket component={component} vertical={vertical} />
      <button
        type="button"
        className={`component-button nodrag nopan ${classes.filter(Boolean).join(' ')}`}
        aria-pressed={selected === name}
        onClick={() => onSelect(selected === name ? undefined : name)}
      >
        <span className="component-name">{name}</span>
        <span className="component-kind">
          {kind === undefined ? 'runs elsewhere' : (KINDS[kind] ?? kind)}
          <span className="unseen">, slot {words(component.slot)}</span>
        </span>
        <span className="component-times">
          service <Percentiles times={figures?.service} />
        </span>
        <SlotTimes name={name} />
        <span className="component-samples">
          {figures?.service.samples ? `${count(figures.service.samples)} samples` : 'no samples'}
          {figures && figures.errors > 0 && <em> {count(figures.errors)} errors</em>}
        </span>
        {isLimiting && <span className="component-cause">{limited!.cause}</span>}
      </button>
    </>
  );
}

function SlotTimes({ name }: { name: string }) {
  const slot = useGraph().statistics?.window.slots.find((one) => one.name === name);
  return slot ? (
    <>
      <span className="component-times">
        waiting <Percentiles times={slot.waiting} />
      </span>
      {slot.batches && slot.batches.count > 0 && (
        <span className="component-times">
          batches of {decimal(slot.batches.meanSize)}, up to {count(slot.batches.limit)}
        </span>
      )}
      <BusyBar busy={slot.busy} blocked={slot.blocked} />
    </>
  ) : null;
}

/** A slot: empty, or with a join whose queue fills it. */
function Socket({ component, vertical }: { component: Component; vertical: boolean }) {
  const { statistics, queueOf, mayChange, onSelect, dragged, onDrag } = useGraph();
  const { name, slot } = component;
  const now = statistics?.slots.find((one) => one.name === name);
  const filled = slot.pool !== 'none';
  const durable = isDurable(slot);
  const waiting = durable ? queueOf(name)?.depth : now?.queueSize;
  const accepts = dragged === 'new' && !filled;
  return (
    <div
      className={`socket ${filled ? 'socket-filled' : 'socket-empty'} ${durable ? 'socket-durable' : ''} ${accepts ? 'socket-accepts' : ''} ${vertical ? 'socket-above' : ''} nodrag nopan`}
      data-slot={name}
      draggable={filled && mayChange}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name);
        onDrag(name);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => accepts && event.preventDefault()}
      onDrop={() => accepts && onSelect(name, 'fixed')}
      title={`slot ${name}: ${words(slot)}`}
    >
      <span>{shortWords(slot)}</span>
      {durable && <span>durable</span>}
      {filled && now && waiting !== undefined && (
        <>
          <span className="socket-queue">{counted(waiting)} wait</span>
          <Level value={waiting} of={now.capacity} text={`${waiting} of ${now.capacity} wait`} />
        </>
      )}
    </div>
  );
}

function BandNode({ data }: NodeProps) {
  const { band } = data as Oriented & { band: Band };
  return (
    <div className={band.runs.includes('client') ? 'band band-client' : 'band'}>
      <span>{band.runs}</span>
    </div>
  );
}

function BracketNode({ data }: NodeProps) {
  const { bracket, vertical } = data as Oriented & { bracket: { name: string } };
  return (
    <div className={vertical ? 'bracket bracket-vertical' : 'bracket'}>
      <span>{bracket.name}</span>
    </div>
  );
}

/** Where callers wait or are refused once the flow is full. */
function AdmissionNode({ data }: NodeProps) {
  const { summary, statistics, limited } = useGraph();
  const inside = statistics?.inFlight ?? summary?.inFlight ?? 0;
  const isLimiting = limited?.cause === 'admission';
  return (
    <>
      <Handle
        type="source"
        position={(data as Oriented).vertical ? Position.Bottom : Position.Right}
        isConnectable={false}
      />
      <div className={isLimiting ? 'admission component-limiting' : 'admission'}>
        <span className="component-name">admission</span>
        <span className="component-times">
          {count(inside)} of {count(summary?.maxInFlight)} inside
        </span>
        {summary && (
          <Level
            value={inside}
            of={summary.maxInFlight}
            text={`${inside} of ${summary.maxInFlight} events are inside`}
          />
        )}
        <span className="component-samples">{count(statistics?.sinceStart.refused ?? summary?.refused)} refused</span>
      </div>
    </>
  );
}

function EndNode({ data }: NodeProps) {
  return (
    <>
      <Handle
        type="target"
        position={(data as Oriented).vertical ? Position.Top : Position.Left}
        isConnectable={false}
      />
      <div className="end">end</div>
    </>
  );
}

export const NODE_TYPES = { component: ComponentNode, band: BandNode, bracket: BracketNode, admission: AdmissionNode, end: EndNode };
