import { describe, expect, it } from 'vitest';
import type { ClientMessage, ClientQueue } from '../src/api/types';
import { done, purgeQuestion, requeueQuestion, stateOf } from '../src/clientqueues/clientQueue';
import { moment } from '../src/common/format';
import { partOf } from '../src/route';

const queue = { queue: 'orders', depth: 100_000, leased: 7 } as ClientQueue;

describe('a question before messages are deleted or given back', () => {
  it('says which a purge deletes', () => {
    expect(purgeQuestion(queue, '')).toBe(
      "Delete all messages of queue 'orders' (≥ 100,000 now), delayed and leased ones included? No client receives them, and they " +
        'cannot be brought back.',
    );
    expect(purgeQuestion(queue, '7d')).toContain("the messages of queue 'orders' that were sent 7d ago or earlier, delayed");
  });

  it('says whose leases end', () => {
    expect(requeueQuestion(queue, '')).toContain("all leased messages of queue 'orders' (7 now)? Their receipts end at once");
    expect(requeueQuestion(queue, 'bob')).toContain("the messages of queue 'orders' that client 'bob' has leased?");
  });
});

it('says what was done', () => {
  expect(done('purge', 1)).toBe('1 message deleted.');
  expect(done('requeue', 12)).toBe('12 messages given back.');
});

describe('a message', () => {
  const dueAt = '2026-11-30T12:00:00Z';
  const state = (message: Partial<ClientMessage>) => stateOf(message as ClientMessage);

  it('waits, is delayed, or is leased', () => {
    expect(state({})).toBe('waits');
    expect(state({ dueAt })).toBe(`delayed until ${moment(dueAt)}`);
    expect(state({ dueAt, leasedBy: 'bob' })).toBe(`leased by bob until ${moment(dueAt)}`);
  });
});

describe('a link', () => {
  it('leads to the part of the page that shows what it names', () => {
    expect([{}, { flow: 'orders', view: 'queues' }].map(partOf)).toEqual(['flows', 'flows']);
    expect([{ view: 'queues' }, { queue: 'orders.book' }].map(partOf)).toEqual(['queues', 'queues']);
    expect([{ view: 'clientqueues' }, { clientqueue: 'orders' }].map(partOf)).toEqual(['clientqueues', 'clientqueues']);
  });
});
