import { useState } from 'react';
import type { Server } from '../api/server';
import type { QueueActionAnswer } from '../api/types';
import { useAction } from '../common/change';

/**
 * Acts on a queue, with the reason that the user has given, and keeps what that has done until the next action.
 *
 * @param done what an action has done, in words
 */
export function useQueueAction(
  server: Server,
  endpoint: string,
  queue: string,
  done: (action: string, affected: number) => string,
) {
  const { run, error, running } = useAction(server);
  const [reason, setReason] = useState('');
  const [result, setResult] = useState('');
  const act = async (action: string, choice: object = {}): Promise<boolean> => {
    setResult('');
    return run(async () => {
      const { affected } = await server.post<QueueActionAnswer>(endpoint, `/${encodeURIComponent(queue)}`, {
        action,
        ...choice,
        ...(reason && { reason }),
      });
      setResult(done(action, affected));
      setReason('');
    });
  };
  return { act, error, running, result, reason, setReason };
}

export type QueueAction = ReturnType<typeof useQueueAction>;
