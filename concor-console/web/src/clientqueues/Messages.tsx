import { useState } from 'react';
import { useClientMessages } from '../api/queries';
import type { Server } from '../api/server';
import type { ClientMessage } from '../api/types';
import { count, moment } from '../common/format';
import { PageButtons } from '../common/PageButtons';
import { Problem } from '../common/ui';
import { stateOf } from './clientQueue';

const PAGE = 25;

/** The messages of a queue, oldest first, in pages. */
export function Messages({ server, queue }: { server: Server; queue: string }) {
  const [starts, setStarts] = useState([0]);
  const { data, error } = useClientMessages(server, queue, starts.at(-1)!, PAGE);
  const messages = data?.messages ?? [];
  return (
    <section aria-label="messages">
      <h2>Messages</h2>
      {error && <Problem error={error} />}
      {data && messages.length === 0 && <p>{starts.length > 1 ? 'No message follows.' : 'There is none.'}</p>}
      {messages.some(({ content }) => content === undefined) && (
        <p>
          This server does not show contents. It does if <code>concor.queues.show-messages</code> is true.
        </p>
      )}
      {messages.length > 0 && <Table queue={queue} messages={messages} />}
      <PageButtons starts={starts} next={data?.next} show={setStarts} />
    </section>
  );
}

function Table({ queue, messages }: { queue: string; messages: ClientMessage[] }) {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={`messages of ${queue}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">message</th>
            <th scope="col">from</th>
            <th scope="col">to</th>
            <th scope="col">sent</th>
            <th scope="col">state</th>
            <th scope="col">content</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <tr key={message.place}>
              <th scope="row" className="text">
                {message.id}
              </th>
              <td className="text">{message.from}</td>
              <td className="text">{message.to ?? 'any other'}</td>
              <td className="whole">{moment(message.sentAt)}</td>
              <td className="text">{stateOf(message)}</td>
              <td className="text">
                <Content {...message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Content({ content, length }: ClientMessage) {
  const size = `${count(length)} character${length === 1 ? '' : 's'}`;
  if (content === undefined) {
    return size;
  }
  const shown = [...content].length;
  return (
    <details>
      <summary>{shown < length ? `${size}, the first ${count(shown)}` : size}</summary>
      <pre tabIndex={0}>{content}</pre>
    </details>
  );
}
