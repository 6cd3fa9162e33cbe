import { describe, expect, it } from 'vitest';
import type { Preset, Topology, Verdict } from '../src/api/types';
import { differences, settingsOf, words } from '../src/common/settings';
import { bands, columnsIn, plan } from '../src/flow/layout';
import { differencesTo } from '../src/flow/presetDifferences';
import { failingSince, label, rows } from '../src/overview/rows';

const EMPTY = { pool: 'none' } as const;
const FIXED = { pool: 'fixed', threads: 4, capacity: 1024, wait: 'blocking' } as const;

const topology: Topology = {
  name: 'mo-flow',
  state: 'running',
  version: 3,
  drifted: false,
  components: [
    { name: 'translator', kind: 'simple', slot: EMPTY },
    { name: 'resolver', kind: 'synchronized-remote', slot: FIXED },
    { name: 'sender', kind: 'transition', slot: EMPTY },
    { name: 'logger', kind: 'simple', slot: EMPTY },
    { name: 'archive', kind: 'simple', slot: { pool: 'single', threads: 1, capacity: 1024, wait: 'blocking' } },
  ],
  stages: [
    { name: 'translator', components: ['translator'], pool: 'none' },
    { name: 'resolver', components: ['resolver', 'sender', 'logger'], pool: 'fixed' },
    { name: 'archive', components: ['archive'], pool: 'single' },
  ],
  transactions: [{ from: 'resolver', to: 'sender' }],
};

describe('bands', () => {
  it('end at a transition, after which the client runs the rest of the stage', () => {
    expect(bands(topology).map(({ runs, from, to }) => [runs, from, to])).toEqual([
      ['threads of callers', 0, 0],
      ['threads of resolver', 1, 2],
      ['threads of the client that calls back', 3, 3],
      ['threads of archive', 4, 4],
    ]);
  });
});

describe('a plan', () => {
  it('places all parts below each other in one column', () => {
    const planned = plan(topology, 1);

    expect(planned.components.map(({ box }) => box.x)).toEqual(Array(5).fill(planned.admission.x));
    const down = [planned.admission, ...planned.components.map(({ box }) => box), planned.end].map(({ y }) => y);
    expect(down).toEqual([...new Set(down)].sort((a, b) => a - b));
    expect(planned.brackets).toHaveLength(1);
  });

  it('continues in the next row, with a band and a bracket in each', () => {
    const planned = plan(topology, 3);
    const rows = [planned.admission, ...planned.components.map(({ box }) => box), planned.end].map(({ y }) => y);

    expect(new Set(rows).size).toBe(3);
    expect(rows.map((y) => [...new Set(rows)].indexOf(y))).toEqual([0, 0, 0, 1, 1, 1, 2]);
    expect(planned.components[2].box.x).toBe(planned.admission.x);
    expect(planned.bands.filter(({ runs }) => runs === 'threads of resolver')).toHaveLength(2);
    expect(planned.brackets.map(({ x, width }) => [x, x + width])).toEqual([
      [planned.components[1].box.x, planned.components[1].box.x + planned.components[1].box.width],
      [planned.components[2].box.x, planned.components[2].box.x + planned.components[2].box.width],
    ]);
    expect(Math.max(...rows)).toBeLessThan(planned.height);
  });

  it('fills the width', () => {
    expect(columnsIn(1_200)).toBe(5);
    expect(columnsIn(100)).toBe(2);
  });
});

describe('settings', () => {
  it('are told in words', () => {
    expect(words(EMPTY)).toBe('empty');
    expect(words(FIXED)).toBe('fixed, 4 threads, capacity 1024');
    expect(words({ pool: 'cached', threads: 1, keepAlive: '60s' })).toBe('cached, at most 1 thread, keep-alive 60s');
    expect(
      differences([
        { slot: 'a', oldSettings: EMPTY, newSettings: FIXED },
        { slot: 'b', oldSettings: FIXED, newSettings: EMPTY },
        { slot: 'c', oldSettings: FIXED, newSettings: { ...FIXED, threads: 8 } },
      ]),
    ).toEqual([
      'a: put in (fixed, 4 threads, capacity 1024)',
      'b: take out (fixed, 4 threads, capacity 1024)',
      'c: fixed, 4 threads, capacity 1024 → fixed, 8 threads, capacity 1024',
    ]);
  });

  it('of batches are told in words, without their defaults', () => {
    const batches = { ...FIXED, batch: 500, linger: '0s', batchErrors: 'fail' };

    expect(words(batches)).toBe('fixed, 4 threads, capacity 1024, batches of up to 500');
    expect(words({ ...batches, linger: '5ms', batchTarget: '200ms', batchErrors: 'split' })).toBe(
      'fixed, 4 threads, capacity 1024, batches of up to 500, linger 5ms, target 200ms, split on errors',
    );
  });

  it('of batches go with every pool, and no target is stated', () => {
    const batches = { batch: 500, linger: '5ms', batchErrors: 'split' };

    expect(settingsOf({ pool: 'single', ...batches })).toEqual({ pool: 'single', ...batches, batchTarget: 'none' });
    expect(settingsOf({ pool: 'cached', threads: 2, ...batches, batchTarget: '1s' })).toEqual({
      pool: 'cached',
      threads: 2,
      ...batches,
      batchTarget: '1s',
    });
  });

  it('of a store are only where events wait in one', () => {
    expect(settingsOf({ pool: 'single', queue: 'durable' })).toEqual({ pool: 'single', queue: 'durable', attempts: 'none' });
    expect(settingsOf({ pool: 'single', queue: 'memory', attempts: 5 })).toEqual({ pool: 'single', queue: 'memory' });
    expect(words({ pool: 'single', threads: 1, capacity: 1024, queue: 'durable', attempts: 5 })).toBe(
      'single, capacity 1024, durable queue, attempts 5',
    );
  });

  it('are those that the pool has', () => {
    const all = { threads: 4, capacity: 64, wait: 'yielding', keepAlive: '5s' };

    expect(settingsOf({ pool: 'none', ...all })).toEqual({ pool: 'none' });
    expect(settingsOf({ pool: 'single', ...all })).toEqual({ pool: 'single', capacity: 64, wait: 'yielding' });
    expect(settingsOf({ pool: 'fixed', ...all })).toEqual({ pool: 'fixed', threads: 4, capacity: 64, wait: 'yielding' });
    expect(settingsOf({ pool: 'cached', ...all })).toEqual({ pool: 'cached', ...all });
    expect(settingsOf({ pool: 'virtual', ...all })).toEqual({ pool: 'virtual', threads: 4, capacity: 64 });
  });
});

describe('a preset', () => {
  it('differs in the slots that it would change', () => {
    const preset: Preset = {
      flow: 'mo-flow',
      preset: 'night',
      savedAt: '2026-11-25T12:00:00Z',
      versions: [],
      slots: [{ slot: 'resolver', ...FIXED }, { slot: 'logger', ...FIXED, threads: 2 }],
    };

    expect(differencesTo(preset, topology).map(({ slot }) => slot)).toEqual(['logger', 'archive']);
  });
});

describe('a preset with batches', () => {
  it('differs if one of their settings does', () => {
    const writer = { ...FIXED, batch: 500, linger: '0s', batchErrors: 'fail' };
    const bills: Topology = { ...topology, components: [{ name: 'writer', kind: 'batch', slot: writer }] };
    const preset = (slot: typeof writer): Preset => ({
      flow: 'bills',
      preset: 'bulk',
      savedAt: '2026-11-25T12:00:00Z',
      versions: [],
      slots: [{ slot: 'writer', ...slot }],
    });

    expect(differencesTo(preset(writer), bills)).toEqual([]);
    expect(differencesTo(preset({ ...writer, batch: 50 }), bills)).toHaveLength(1);
    expect(differencesTo(preset({ ...writer, batchErrors: 'split' }), bills)).toHaveLength(1);
    const before = { ...bills, components: [{ ...bills.components[0], slot: { ...writer, batch: 100 } }] };
    expect(differencesTo(preset(FIXED as typeof writer), before)).toEqual([]);
  });
});

describe('the overview', () => {
  const flow = (name: string) => ({
    name,
    state: 'running',
    components: 1,
    version: 1,
    inFlight: 0,
    maxInFlight: 1,
    completed: 0,
    recovered: 0,
    failed: 0,
    timedOut: 0,
    refused: 0,
  });
  const verdict = (name: string, state: Verdict['state'], cause?: string) =>
    ({ flow: name, state, cause, summary: '', since: '', evidence: [], against: [], suspects: [], advice: [] }) as Verdict;
  const flows = ['b', 'a', 'c'].map(flow);
  const verdicts = [verdict('a', 'healthy'), verdict('b', 'healthy'), verdict('c', 'limited', 'connection-pool')];
  const failing = [...verdicts.slice(0, 1), verdict('b', 'failing', 'lock'), ...verdicts.slice(2)];
  const names = (filter: string) => rows(flows, [], verdicts, filter).map((row) => row.flow.name);

  it('has limited flows first', () => {
    expect(names('')).toEqual(['c', 'a', 'b']);
  });

  it('has failing flows before limited ones and names the state even if there is a cause', () => {
    expect(rows(flows, [], failing, '').map((row) => row.flow.name)).toEqual(['b', 'c', 'a']);
    expect(label(failing[1])).toBe('failing');
    expect(label(failing[2])).toBe('connection-pool');
  });

  it('says since when a flow is failing', () => {
    const since = new Date(2026, 10, 24, 9, 5, 7);
    const at = (one: Verdict) => failingSince({ ...one, since: since.toISOString() }, since);
    expect(at(failing[1])).toBe('since 09:05:07');
    expect(at(failing[2])).toBe('');
  });

  it('filters by name, state and cause', () => {
    expect(names('connection')).toEqual(['c']);
    expect(names(' LIMITED ')).toEqual(['c']);
    expect(names('b')).toEqual(['b']);
    expect(names('running')).toHaveLength(3);
    expect(names('no such')).toEqual([]);
  });
});
