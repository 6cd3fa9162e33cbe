import type { RefObject } from 'react';
import type { Queue } from '../api/types';
import { useHeir } from '../common/focus';
import { moment } from '../common/format';
import { LetterActions } from './LetterActions';
import { simpleName } from './queue';
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
      <p>To keep their order, events of these keys wait until the dead letter is requeued or deleted.</p>
      <div className="table-frame" tabIndex={0} role="region" aria-label="keys that wait">
        <table>
          <thead>
            <tr>
              <th scope="col">key</th>
              <th scope="col">waits for event</th>
              <th scope="col">error</th>
              <th scope="col">component</th>
              <th scope="col">since</th>
              {action && <td />}
            </tr>
          </thead>
          <tbody>
            {queue.held.map(({ key, event, error, component, since }) => (
              <tr key={event}>
                <th scope="row" className="text">
                  {key ?? 'all events'}
                </th>
                <td className="text">{event}</td>
                <td title={error}>{simpleName(error)}</td>
                <td>{component}</td>
                <td>{moment(since)}</td>
                {action && (
                  <td>
                    <LetterActions queue={queue} id={event} action={action} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
