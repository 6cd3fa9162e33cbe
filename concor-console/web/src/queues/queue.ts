import type { DeadLetter, Queue } from '../api/types';
import { count } from '../common/format';

/** Durable queues in words. */

/** The server counts no further. */
const MOST_COUNTED = 100_000;
const MOST_HELD = 100;

/** Returns the name of the queue of a slot. */
export const queueName = (flow: string, slot: string) => `${flow}.${slot}`;

/** Returns flow and slot of a queue, if one of these flows has it. */
export function placeOf(queue: string, flows: string[]): { flow: string; slot: string } | undefined {
  const [flow] = flows.filter((name) => queue.startsWith(queueName(name, ''))).sort((a, b) => b.length - a.length);
  return flow === undefined ? undefined : { flow, slot: queue.slice(flow.length + 1) };
}

const atMost = (value: number, most: number) => (value >= most ? `≥ ${count(most)}` : count(value));

export const counted = (value: number) => atMost(value, MOST_COUNTED);

/** A remote queue counts its delayed events with the others. */
export const countedDelayed = ({ delayed }: Queue) => (delayed === undefined ? '–' : counted(delayed));

export const countedKeys = ({ held }: Queue) => atMost(held.length, MOST_HELD);

/** Whether the queue hands out events. */
export function stateOf({ paused, consumers, held, depth, delayed }: Queue): { kind: string; text: string } {
  if (paused) {
    return { kind: 'paused', text: 'paused' };
  }
  if (held.some(({ key }) => key === undefined)) {
    return { kind: 'limited', text: 'held' };
  }
  if (consumers.length) {
    return { kind: 'running', text: 'running' };
  }
  return depth + (delayed ?? 0) > 0 ? { kind: 'stopped', text: 'no consumer' } : { kind: 'empty', text: 'empty' };
}

/** Returns the queues in the order in which they want attention: those with keys that wait or dead letters first. */
export function inOrder(queues: Queue[], filter: string): Queue[] {
  const wanted = filter.trim().toLowerCase();
  return queues
    .filter((queue) => [queue.queue, queue.store, stateOf(queue).text].some((text) => text.toLowerCase().includes(wanted)))
    .sort((a, b) => urgency(b) - urgency(a) || a.queue.localeCompare(b.queue));
}

const urgency = ({ held, dead }: Queue) => (held.length ? 2 : Number(dead > 0));

/** Which dead letters an action is for: all of the queue without a choice. */
export interface Choice {
  number?: number;
  error?: string;
  olderThan?: string;
}

export const numbered = (value: number, kind: string) => `${counted(value)} ${kind}${value === 1 ? '' : 's'}`;

/** What a purge removes. */
export function purgeQuestion({ queue, depth, delayed, dead }: Queue): string {
  const removed = [numbered(depth, 'waiting event'), numbered(delayed ?? 0, 'delayed event'), numbered(dead, 'dead letter')];
  return (
    `Purge queue '${queue}'? This deletes ${removed[0]}, ${removed[1]} and ${removed[2]} from the store, for all processes. ` +
    'They cannot be brought back. Events that are in work are not deleted.'
  );
}

/** Which dead letters a deletion removes. */
export function deleteQuestion({ queue, dead }: Queue, choice: Choice, event?: string): string {
  return `Delete ${event === undefined ? chosen(dead, choice) : `the dead letter of event ${event}`} of queue '${queue}' with their messages? They cannot be brought back.`;
}

function chosen(dead: number, { error, olderThan }: Choice): string {
  if (!error && !olderThan) {
    return `all dead letters (${counted(dead)} now)`;
  }
  return ['all dead letters', error && `with ${error}`, olderThan && `that failed ${olderThan} ago or earlier`]
    .filter(Boolean)
    .join(' ');
}

/** What an action has done. */
export function done(action: string, affected: number): string {
  switch (action) {
    case 'pause':
      return 'The queue is paused: no process gets an event of it.';
    case 'resume':
      return 'The queue is resumed.';
    case 'purge':
      return `${numbered(affected, 'event')} deleted, dead letters included.`;
    default:
      return `${numbered(affected, 'dead letter')} ${action === 'requeue' ? 'requeued' : 'deleted'}.`;
  }
}

/** Returns a class without its package. */
export const simpleName = (type: string) => type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);

/** Returns the text of an error without its class, if that stands before it. */
export const reasonOf = ({ error, reason }: Pick<DeadLetter, 'error' | 'reason'>) =>
  reason.startsWith(`${error}: `) ? reason.slice(error.length + 2) : reason;

/** The errors of dead letters, each once. */
export const errorsOf = (dead: DeadLetter[]) => [...new Set(dead.map(({ error }) => error))].sort();
