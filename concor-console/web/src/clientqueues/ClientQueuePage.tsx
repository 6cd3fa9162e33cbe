import { useState } from 'react';
import { CLIENT_QUEUES, useClientQueue, useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { ClientQueue } from '../api/types';
import { age, count, moment, rate } from '../common/format';
import { Figure, Problem } from '../common/ui';
import { counted } from '../queues/queue';
import { useQueueAction, type QueueAction } from '../queues/queueAction';
import { QueueFrame } from '../queues/QueueFrame';
import { Reason } from '../queues/Reason';
import { link } from '../route';
import { done, purgeQuestion, requeueQuestion } from './clientQueue';
import { Messages } from './Messages';

/** One queue of clients: what is in it, and what to do about it. */
export function ClientQueuePage({ server, name }: { server: Server; name: string }) {
  const { data: queue, error } = useClientQueue(server, name);
  const list = <a href={link({ view: 'clientqueues' })}>Client queues</a>;
  return (
    <QueueFrame server={server} list={list} name={name} nameStyle="text" error={error}>
      {queue && <Details server={server} queue={queue} />}
    </QueueFrame>
  );
}

function Details({ server, queue }: { server: Server; queue: ClientQueue }) {
  const mayAct = useMayPost(server, CLIENT_QUEUES, queue.queue);
  const action = useQueueAction(server, CLIENT_QUEUES, queue.queue, done);
  return (
    <>
      <Figures queue={queue} />
      <p className="text">
        Created by {queue.createdBy}, {moment(queue.createdAt)}.
      </p>
      {mayAct && <Actions queue={queue} action={action} />}
      <p role="status">{action.result}</p>
      <Problem error={action.error} />
      <Messages server={server} queue={queue.queue} />
    </>
  );
}

function Figures({ queue }: { queue: ClientQueue }) {
  return (
    <dl className="figures">
      <Figure name="depth" hint="messages that wait, are delayed or are leased">
        {counted(queue.depth)}
      </Figure>
      <Figure name="oldest" hint="how long ago the oldest message was sent">
        {age(queue.oldestSeconds)}
      </Figure>
      <Figure name="delayed" hint="messages that no client can receive yet">
        {counted(queue.delayed)}
      </Figure>
      <Figure name="leased" hint="messages that a client has, and has not ended">
        {counted(queue.leased)}
      </Figure>
      <Figure name="sent" hint="through this server">
        {rate(queue.ratePutPerSecond)}
      </Figure>
      <Figure name="taken" hint="received for good, or ended, through this server">
        {rate(queue.rateTakenPerSecond)}
      </Figure>
      <Figure name="waiting clients" hint="clients that wait for a message at this server">
        {count(queue.waitingClients)}
      </Figure>
    </dl>
  );
}

function Actions({ queue, action }: { queue: ClientQueue; action: QueueAction }) {
  const { act, running } = action;
  const [olderThan, setOlderThan] = useState('');
  const [client, setClient] = useState('');
  const purge = () => confirm(purgeQuestion(queue, olderThan)) && act('purge', { ...(olderThan && { olderThan }) });
  const requeue = () => confirm(requeueQuestion(queue, client)) && act('requeue', { ...(client && { client }) });
  return (
    <form className="fields" aria-label="act on the queue" onSubmit={(event) => event.preventDefault()}>
      <Reason {...action} />
      <label>
        older than
        <input value={olderThan} placeholder="any, or 1h" onChange={(event) => setOlderThan(event.target.value)} />
      </label>
      <button type="button" disabled={running} onClick={purge}>
        Purge {olderThan ? 'chosen' : 'all'}
      </button>
      <label>
        leased by
        <input value={client} placeholder="any client" onChange={(event) => setClient(event.target.value)} />
      </label>
      <button type="button" disabled={running} onClick={requeue}>
        Requeue {client ? 'chosen' : 'all'}
      </button>
    </form>
  );
}
