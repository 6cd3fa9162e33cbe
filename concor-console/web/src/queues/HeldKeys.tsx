import type { RefObject } from 'react';
import type { Queue } from '../api/types';
import { useHeir } from '../common/focus';
import { moment } from '../common/format';
import { LetterActions } from './LetterActions';
import { reasonOf, simpleName } from './queue';
import type { QueueAction } from './queueAction';

interface Props {
  queue: Queue;
  action: QueueAction | undefined;
  status: RefObject<HTMLElement | null>;
}

/** The keys whose events wait, and for what. */
export function HeldKeys({ queue, action, status }: Props) {
  const focused = useHeir(status);
  if (queue.held.length === 0) {
    return null;
  }
  return (
    <section aria-label="held keys" onFocus={focused}>
      <h2>Held keys</h2>
      <p>To keep their order, events of these keys wait until the dead letter is requeued or deleted, or the event has been tried again.</p>
      <div className="table-frame" tabIndex={0} role="region" aria-label="keys that wait">
        <table>
          <thead>
            <tr>
              <th scope="col">key</th>
              <th scope="col">waits for event</th>
              <th scope="col">error</th>
              <th scope="col">component</th>
              <th scope="col">since</th>
              <th scope="col">tried again</th>
              {action && <td />}
            </tr>
          </thead>
          <tbody>
            {queue.held.map(({ key, event, number, error, reason, component, since, retryAt }) => (
              <tr key={number ?? event}>
                <th scope="row" className="text">
                  {key ?? 'all events'}
                </th>
                <td className="text">{event}</td>
                <td className="text">
                  <span title={error}>{simpleName(error)}</span>
                  <small>{reasonOf({ error, reason })}</small>
                </td>
                <td>{component}</td>
                <td>{moment(since)}</td>
                <td>{retryAt === undefined ? 'no' : moment(retryAt)}</td>
                {action && (
                  <td>{number !== undefined && <LetterActions queue={queue} number={number} id={event} action={action} />}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
