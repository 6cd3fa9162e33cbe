import type { Preset, SlotDifference, SlotSettings, Topology } from '../api/types';
import { SETTINGS } from '../common/settings';

const EMPTY: SlotSettings = { pool: 'none' };

/** What the preset would change. */
export function differencesTo(preset: Preset, topology: Topology): SlotDifference[] {
  const wanted = new Map(preset.slots.map(({ slot, ...settings }) => [slot, settings as SlotSettings]));
  return topology.components
    .map(({ name, slot }) => ({ slot: name, oldSettings: slot, newSettings: wantedAt(slot, wanted.get(name)) }))
    .filter(({ oldSettings, newSettings }) => canonical(oldSettings) !== canonical(newSettings));
}

/** A component has the defaults of the settings of its kind where a preset says nothing of them. */
function wantedAt(present: SlotSettings, wanted: SlotSettings = EMPTY): SlotSettings {
  const ofKind = SETTINGS.filter(({ kind, field }) => kind && present[field] !== undefined);
  const defaults = ofKind.map((setting) => [setting.field, setting.default]);
  return wanted.pool === 'none' ? wanted : { ...Object.fromEntries(defaults), ...wanted };
}

function canonical(slot: SlotSettings): string {
  return JSON.stringify(
    slot.pool === 'none' ? [slot.pool] : SETTINGS.map(({ field }) => slot[field] ?? (field === 'threads' ? 1 : undefined)),
  );
}
