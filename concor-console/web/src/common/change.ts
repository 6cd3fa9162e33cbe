import { useEffect, useState } from 'react';
import { useReread } from '../api/queries';
import type { Server } from '../api/server';

interface Changed {
  flow: string;
  version: number;
}

const listeners = new Set<(base: string, changed: Changed) => void>();

function isChange(answer: unknown): answer is Changed {
  const { flow, version } = (answer ?? {}) as Partial<Changed>;
  return typeof flow === 'string' && typeof version === 'number';
}

/** Makes a change, keeps its error until the next one, and reads everything again. */
export function useAction(server: Server) {
  const reread = useReread(server);
  const [error, setError] = useState<unknown>();
  const [running, setRunning] = useState(false);
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    setRunning(true);
    setError(undefined);
    try {
      const answer = await change();
      if (isChange(answer)) {
        listeners.forEach((listener) => listener(server.base, answer));
      }
      return true;
    } catch (refused) {
      setError(refused);
      return false;
    } finally {
      setRunning(false);
      await reread();
    }
  };
  return { run, error, running };
}

/**
 * The version of the layout that the user has seen: the present one at first, then those of changes made on this page. Those of
 * others count once the user has been shown them.
 */
export function useSeenVersion(server: Server, flow: string, present: number) {
  const [seen, setSeen] = useState(present);
  useEffect(() => {
    const listener = (base: string, changed: Changed) =>
      base === server.base && changed.flow === flow && setSeen(changed.version);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [server, flow]);
  return [seen, setSeen] as const;
}
