import type { ReactNode } from 'react';
import type { Server } from '../api/server';
import { Lost } from '../overview/Overview';
import { useServers } from '../servers';

interface Props {
  server: Server;
  /** The link to all queues. */
  list: ReactNode;
  name: string;
  nameStyle?: string;
  badge?: ReactNode;
  error: Error | null;
  /** What is known of the queue; undefined until something is. */
  children?: ReactNode;
}

/** The page of one queue: its name, and what is known of it or why that is nothing new. */
export function QueueFrame({ server, list, name, nameStyle, badge, error, children }: Props) {
  const several = useServers().length > 1;
  return (
    <main className={children && error ? 'stale' : undefined}>
      <div className="toolbar">
        <h1 className={nameStyle}>
          {list} / {several && `${server.name} / `}
          {name}
        </h1>
        {badge}
      </div>
      {error && <Lost server={server} error={error} />}
      {!children && !error && <p>Reading …</p>}
      {children}
    </main>
  );
}
