import type { ClientMessage, ClientQueue } from '../api/types';
import { moment } from '../common/format';
import { counted, numbered } from '../queues/queue';

/** Queues of clients in words. */

/** What a purge deletes. */
export function purgeQuestion({ queue, depth }: ClientQueue, olderThan: string): string {
  const which = olderThan
    ? `the messages of queue '${queue}' that were sent ${olderThan} ago or earlier`
    : `all messages of queue '${queue}' (${counted(depth)} now)`;
  return `Delete ${which}, delayed and leased ones included? No client receives them, and they cannot be brought back.`;
}

/** What a requeue gives back. */
export function requeueQuestion({ queue, leased }: ClientQueue, client: string): string {
  const which = client
    ? `the messages of queue '${queue}' that client '${client}' has leased`
    : `all leased messages of queue '${queue}' (${counted(leased)} now)`;
  return `Give back ${which}? Their receipts end at once, and a client may receive what another one still works on.`;
}

/** What an action has done. */
export const done = (action: string, affected: number) =>
  `${numbered(affected, 'message')} ${action === 'purge' ? 'deleted' : 'given back'}.`;

/** Why a message can or cannot be received. */
export function stateOf({ dueAt, leasedBy }: ClientMessage): string {
  if (leasedBy !== undefined) {
    return `leased by ${leasedBy}` + (dueAt === undefined ? '' : ` until ${moment(dueAt)}`);
  }
  return dueAt === undefined ? 'waits' : `delayed until ${moment(dueAt)}`;
}
