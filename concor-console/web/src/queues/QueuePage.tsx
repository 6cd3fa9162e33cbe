import { useRef } from 'react';
import { useFlows, useMayPost, useQueue, useTopology } from '../api/queries';
import type { Server } from '../api/server';
import type { Queue } from '../api/types';
import { age, count, rate } from '../common/format';
import { words } from '../common/settings';
import { Badge, Figure, Problem } from '../common/ui';
import { link } from '../route';
import { serverInLink } from '../servers';
import { DeadLetters } from './DeadLetters';
import { HeldKeys } from './HeldKeys';
import { counted, countedDelayed, countedKeys, done, placeOf, purgeQuestion, stateOf } from './queue';
import { useQueueAction, type QueueAction } from './queueAction';
import { QueueFrame } from './QueueFrame';
import { Reason } from './Reason';

/** One durable queue: what waits in it, what has failed, and what to do about it. */
export function QueuePage({ server, name }: { server: Server; name: string }) {
  const { data: queue, error } = useQueue(server, name);
  const badge = queue && <Badge kind={stateOf(queue).kind}>{stateOf(queue).text}</Badge>;
  return (
    <QueueFrame server={server} list={<a href={link({ view: 'queues' })}>Queues</a>} name={name} badge={badge} error={error}>
      {queue && <Details server={server} queue={queue} />}
    </QueueFrame>
  );
}

function Details({ server, queue }: { server: Server; queue: Queue }) {
  const mayAct = useMayPost(server, 'concorqueues', queue.queue);
  const action = useQueueAction(server, 'concorqueues', queue.queue, done);
  const allowed = mayAct ? action : undefined;
  const status = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <Figures queue={queue} />
      <Origin server={server} queue={queue} />
      {mayAct && <Actions queue={queue} action={action} />}
      <p ref={status} role="status" tabIndex={-1}>
        {action.result}
      </p>
      <Problem error={action.error} />
      <HeldKeys queue={queue} action={allowed} status={status} />
      <DeadLetters server={server} queue={queue} action={allowed} status={status} />
    </>
  );
}

function Figures({ queue }: { queue: Queue }) {
  return (
    <dl className="figures">
      <Figure name="depth" hint="events that wait or are in work, without delayed ones">
        {counted(queue.depth)}
      </Figure>
      <Figure name="oldest" hint="how long ago the first of them was put">
        {age(queue.oldestSeconds)}
      </Figure>
      <Figure name="put">{rate(queue.ratePutPerSecond)}</Figure>
      <Figure name="taken">{rate(queue.rateTakenPerSecond)}</Figure>
      <Figure name="in work">{count(queue.inWork)}</Figure>
      <Figure name="delayed" hint="events that are not due yet">
        {countedDelayed(queue)}
      </Figure>
      <Figure name="dead letters">{counted(queue.dead)}</Figure>
      <Figure name="held keys" hint="keys whose events wait for one that failed">
        {countedKeys(queue)}
      </Figure>
      <Figure name="store">{queue.store}</Figure>
    </dl>
  );
}

/** Where the events go: the slot of the queue, if this server has it, and the processes that handle them. */
function Origin({ server, queue }: { server: Server; queue: Queue }) {
  const flows = useFlows(server).data?.flows;
  const place = flows && placeOf(queue.queue, flows.map(({ name }) => name));
  return (
    <p>
      {place && <Slot server={server} {...place} />}
      {flows && !place && 'This server has no flow for the queue. Its events stay until a process has one, or until you purge them. '}
      {queue.consumers.length > 0 ? `Handled by ${queue.consumers.join(', ')}.` : 'No process handles its events.'}
    </p>
  );
}

function Slot({ server, flow, slot }: { server: Server; flow: string; slot: string }) {
  const { data } = useTopology(server, flow, undefined, false);
  const component = data?.components.find(({ name }) => name === slot);
  return (
    <>
      Flow <a href={link({ flow, slot: component && slot, server: serverInLink(server) })}>{flow}</a>
      {component && `, slot ${slot}: ${words(component.slot)}`}
      {data && !component && ` has no slot ${slot}`}.{' '}
    </>
  );
}

function Actions({ queue, action }: { queue: Queue; action: QueueAction }) {
  const { act, running } = action;
  return (
    <form className="fields" aria-label="act on the queue" onSubmit={(event) => event.preventDefault()}>
      <Reason {...action} />
      {queue.paused ? (
        <button type="button" disabled={running} onClick={() => act('resume')}>
          Resume
        </button>
      ) : (
        <button type="button" disabled={running} onClick={() => act('pause')}>
          Pause
        </button>
      )}
      <button type="button" disabled={running} onClick={() => confirm(purgeQuestion(queue)) && act('purge')}>
        Purge
      </button>
    </form>
  );
}
