import type { Preset, SlotDifference, SlotSettings, Topology } from '../api/types';

const EMPTY: SlotSettings = { pool: 'none' };

/** What a batch component has where a preset says nothing of batches. */
const BATCHES = { batch: 100, linger: '0s', batchErrors: 'fail' };

/** What the preset would change. */
export function differencesTo(preset: Preset, topology: Topology): SlotDifference[] {
  const wanted = new Map(preset.slots.map(({ slot, ...settings }) => [slot, settings as SlotSettings]));
  return topology.components
    .map(({ name, slot }) => ({ slot: name, oldSettings: slot, newSettings: wantedAt(slot, wanted.get(name)) }))
    .filter(({ oldSettings, newSettings }) => canonical(oldSettings) !== canonical(newSettings));
}

function wantedAt(present: SlotSettings, wanted: SlotSettings = EMPTY): SlotSettings {
  const withBatches = present.batch !== undefined && wanted.pool !== 'none';
  return withBatches ? { ...BATCHES, ...wanted } : wanted;
}

function canonical({ pool, threads, capacity, wait, keepAlive, ...batches }: SlotSettings): string {
  const { batch, linger, batchTarget, batchErrors } = batches;
  return JSON.stringify(
    pool === 'none'
      ? [pool]
      : [pool, threads ?? 1, capacity, wait, keepAlive, batch, linger, batchTarget, batchErrors],
  );
}
