import type { Preset, SlotDifference, SlotSettings, Topology } from '../api/types';

const EMPTY: SlotSettings = { pool: 'none' };

/** What the preset would change. */
export function differencesTo(preset: Preset, topology: Topology): SlotDifference[] {
  const wanted = new Map(preset.slots.map(({ slot, ...settings }) => [slot, settings as SlotSettings]));
  return topology.components
    .map(({ name, slot }) => ({ slot: name, oldSettings: slot, newSettings: wanted.get(name) ?? EMPTY }))
    .filter(({ oldSettings, newSettings }) => canonical(oldSettings) !== canonical(newSettings));
}

function canonical({ pool, threads, capacity, wait, keepAlive }: SlotSettings): string {
  return JSON.stringify(pool === 'none' ? [pool] : [pool, threads ?? 1, capacity, wait, keepAlive]);
}
