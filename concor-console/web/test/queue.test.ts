import { describe, expect, it } from 'vitest';
import type { DeadLetter, Queue } from '../src/api/types';
import { counted, deleteQuestion, done, errorsOf, inOrder, placeOf, purgeQuestion, reasonOf, simpleName, stateOf } from '../src/queues/queue';

const queue = (more: Partial<Queue> = {}): Queue => ({
  queue: 'orders.book',
  store: 'sqlite',
  depth: 0,
  delayed: 0,
  dead: 0,
  paused: false,
  consumers: ['host:1'],
  held: [],
  ...more,
});

const held = (key?: string) => ({ key, event: '1', component: 'book', error: 'java.lang.Error', reason: 'no', since: '2026-11-29T12:00:00Z' });

describe('a queue', () => {
  it('belongs to the flow whose name its own begins with, up to a dot', () => {
    expect(placeOf('orders.book', ['order', 'orders'])).toEqual({ flow: 'orders', slot: 'book' });
    expect(placeOf('orders.eu.book', ['orders', 'orders.eu'])).toEqual({ flow: 'orders.eu', slot: 'book' });
    expect(placeOf('bills.print', ['orders'])).toBeUndefined();
  });

  it('is held only if all its events wait for one that failed', () => {
    expect(stateOf(queue()).text).toBe('running');
    expect(stateOf(queue({ held: [held('customer')] })).text).toBe('running');
    expect(stateOf(queue({ held: [held()] })).text).toBe('held');
    expect(stateOf(queue({ held: [held()], paused: true })).text).toBe('paused');
  });

  it('misses a consumer only if events wait', () => {
    expect(stateOf(queue({ consumers: [] })).text).toBe('empty');
    expect(stateOf(queue({ consumers: [], delayed: 1 })).text).toBe('no consumer');
  });

  it('is counted up to a bound', () => {
    expect([counted(99_999), counted(100_000)]).toEqual(['99,999', '≥ 100,000']);
  });

  it('comes first if keys wait in it, then if it has dead letters', () => {
    const all = [queue({ queue: 'a' }), queue({ queue: 'c', dead: 1 }), queue({ queue: 'b', dead: 1, held: [held('1')], paused: true })];

    expect(inOrder(all, '').map((one) => one.queue)).toEqual(['b', 'c', 'a']);
    expect(inOrder(all, ' Paused').map((one) => one.queue)).toEqual(['b']);
  });
});

describe('a question before something is deleted', () => {
  it('says what a purge deletes', () => {
    expect(purgeQuestion(queue({ depth: 1, delayed: 2, dead: 100_000 }))).toBe(
      "Purge queue 'orders.book'? This deletes 1 waiting event, 2 delayed events and ≥ 100,000 dead letters from the store, for all " +
        'processes. They cannot be brought back. Events that are in work are not deleted.',
    );
  });

  it('says which dead letters are deleted', () => {
    const asked = (choice: object, event?: string) => deleteQuestion(queue({ dead: 7 }), choice, event);

    expect(asked({})).toContain('all dead letters (7 now)');
    expect(asked({ number: 17 }, '4711')).toContain("the dead letter of event 4711 of queue 'orders.book'");
    expect(asked({ error: 'IOException', olderThan: '1h' })).toContain('all dead letters with IOException that failed 1h ago or earlier');
  });
});

it('says what was done', () => {
  expect(done('requeue', 1)).toBe('1 dead letter requeued.');
  expect(done('delete', 0)).toBe('0 dead letters deleted.');
  expect(done('purge', 12)).toBe('12 events deleted, dead letters included.');
});

describe('an error', () => {
  const letter = (error: string, reason = '') => ({ error, reason }) as DeadLetter;

  it('is named without its package', () => {
    expect(simpleName('java.io.IOException')).toBe('IOException');
    expect(simpleName('io.concor.Flow$Broken')).toBe('Broken');
    expect(simpleName('Broken')).toBe('Broken');
  });

  it('has a text without its class', () => {
    expect(reasonOf(letter('java.io.IOException', 'java.io.IOException: disk full'))).toBe('disk full');
    expect(reasonOf(letter('java.io.IOException', 'disk full'))).toBe('disk full');
  });

  it('is offered once', () => {
    expect(errorsOf([letter('b'), letter('a'), letter('b')])).toEqual(['a', 'b']);
  });
});
