import { useId, useState, type RefObject } from 'react';
import { useDeadLetters } from '../api/queries';
import type { Server } from '../api/server';
import type { DeadLetter, Queue } from '../api/types';
import { useHeir } from '../common/focus';
import { count, moment } from '../common/format';
import { PageButtons } from '../common/PageButtons';
import { Problem } from '../common/ui';
import { LetterActions } from './LetterActions';
import { deleteQuestion, errorsOf, reasonOf, simpleName } from './queue';
import type { QueueAction } from './queueAction';

interface Props {
  server: Server;
  queue: Queue;
  action: QueueAction | undefined;
  status: RefObject<HTMLElement | null>;
}

const PAGE = 25;

/** The events that have failed for good, in pages. */
export function DeadLetters({ server, queue, action, status }: Props) {
  const focused = useHeir(status);
  const [starts, setStarts] = useState([0]);
  const { data, error } = useDeadLetters(server, queue.queue, starts.at(-1)!, PAGE);
  const letters = data?.dead ?? [];
  return (
    <section aria-label="dead letters" onFocus={focused}>
      <h2>Dead letters</h2>
      {error && <Problem error={error} />}
      {data && letters.length === 0 && <p>{starts.length > 1 ? 'No dead letter follows.' : 'There is none.'}</p>}
      {action && queue.dead > 0 && <ActOnMany queue={queue} letters={letters} action={action} />}
      {letters.length > 0 && <Table queue={queue} letters={letters} action={action} />}
      <PageButtons starts={starts} next={data?.next} show={setStarts} />
    </section>
  );
}

/** Requeues or deletes those of an error or an age, or all. */
function ActOnMany({ queue, letters, action }: { queue: Queue; letters: DeadLetter[]; action: QueueAction }) {
  const [error, setError] = useState('');
  const [olderThan, setOlderThan] = useState('');
  const known = useId();
  const { act, running } = action;
  const choice = { ...(error && { error }), ...(olderThan && { olderThan }) };
  const which = error || olderThan ? 'chosen' : 'all';
  return (
    <form className="fields" aria-label="act on dead letters" onSubmit={(event) => event.preventDefault()}>
      <label className="wide">
        error
        <input
          value={error}
          list={known}
          placeholder="any, or the name of its class"
          onChange={(event) => setError(event.target.value)}
        />
      </label>
      <datalist id={known}>
        {errorsOf(letters).map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <label>
        older than
        <input value={olderThan} placeholder="any, or 1h" onChange={(event) => setOlderThan(event.target.value)} />
      </label>
      <button type="button" disabled={running} onClick={() => act('requeue', choice)}>
        Requeue {which}
      </button>
      <button
        type="button"
        disabled={running}
        onClick={() => confirm(deleteQuestion(queue, choice)) && act('delete', choice)}
      >
        Delete {which}
      </button>
    </form>
  );
}

function Table({ queue, letters, action }: { queue: Queue; letters: DeadLetter[]; action: QueueAction | undefined }) {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={`dead letters of ${queue.queue}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">event</th>
            <th scope="col">error</th>
            <th scope="col">component</th>
            <th scope="col" className="number">attempts</th>
            <th scope="col">last failed</th>
            <th scope="col">message</th>
            {action && <td />}
          </tr>
        </thead>
        <tbody>
          {letters.map((letter) => (
            <Row key={letter.number} queue={queue} letter={letter} action={action} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ queue, letter, action }: { queue: Queue; letter: DeadLetter; action: QueueAction | undefined }) {
  const { number, id, key, error, component, attempts, put, firstFailed, lastFailed, holds } = letter;
  return (
    <tr>
      <th scope="row" className="text">
        {id}
        {key !== undefined && <small>key {key}</small>}
        {holds && <small>later events wait for it</small>}
      </th>
      <td className="text">
        <span title={error}>{simpleName(error)}</span>
        <small>{reasonOf(letter)}</small>
      </td>
      <td className="whole">{component}</td>
      <td className="number">{count(attempts)}</td>
      <td className="whole">
        {moment(lastFailed)}
        <small>
          {attempts > 1 && `first ${moment(firstFailed)}, `}put {moment(put)}
        </small>
      </td>
      <td className="text">
        <Message {...letter} />
      </td>
      {action && (
        <td>
          <LetterActions queue={queue} number={number} id={id} action={action} />
        </td>
      )}
    </tr>
  );
}

function Message({ message, type, bytes }: DeadLetter) {
  const size = `${type}, ${count(bytes)} bytes`;
  return message === undefined ? (
    <span title="messages are shown if concor.queues.show-messages is true">{size}</span>
  ) : (
    <details>
      <summary>{size}</summary>
      <pre tabIndex={0}>{message}</pre>
    </details>
  );
}
