import type { Pool, SlotDifference, SlotSettings } from '../api/types';
import table from './slotSettings.json';

/** A setting of a slot. The table of all settings is generated from that of the server: see docs/contributing.md. */
export interface SlotSetting {
  name: string;
  field: string;
  type: 'number' | 'time' | 'words';
  words?: string[];
  /** The only pool that has it. */
  pool?: string;
  /** The only kind of component whose slot has it. */
  kind?: string;
  default?: string | number;
  /** Whether a slot may have no value. */
  optional: boolean;
  text: string;
}

export const SETTINGS = table as SlotSetting[];

/** What removes the value of an optional setting. */
const NO_VALUE = 'none';

const ALWAYS_TOLD = ['capacity', 'keepAlive', 'batch'];

const PHRASES: Record<string, (value: string | number) => string> = {
  queue: (where) => `${where} queue`,
  batch: (size) => `batches of up to ${size}`,
  batchTarget: (target) => `target ${target}`,
  batchErrors: (what) => `${what} on errors`,
};

/** The settings of a slot in words: what an operator compares. */
export function words(settings: SlotSettings): string {
  if (settings.pool === 'none') {
    return 'empty';
  }
  const threads = settings.pool === 'single' ? 'single' : `${settings.pool}, ${threadsOf(settings)}`;
  const more = SETTINGS.filter(({ field }) => field !== 'pool' && field !== 'threads').map((setting) =>
    phrase(setting, settings[setting.field]),
  );
  return [threads, ...more].filter(Boolean).join(', ');
}

/** A default is not told, where it is not what an operator looks for. */
function phrase(setting: SlotSetting, value: string | number | undefined): string | undefined {
  const told = value !== setting.default || ALWAYS_TOLD.includes(setting.field);
  return value === undefined || value === NO_VALUE || !told
    ? undefined
    : (PHRASES[setting.field]?.(value) ?? `${setting.name} ${value}`);
}

/** What fits into a small box. */
export function shortWords(settings: SlotSettings): string {
  if (settings.pool === 'none') {
    return 'empty';
  }
  return settings.pool === 'single' ? 'single' : `${settings.pool} ${settings.threads ?? 1}`;
}

function threadsOf(settings: SlotSettings): string {
  const threads = settings.threads ?? 1;
  const most = settings.pool === 'cached' || settings.pool === 'virtual' ? 'at most ' : '';
  return `${most}${threads} ${threads === 1 ? 'thread' : 'threads'}`;
}

/** Whether the events of a slot wait in a store. */
export const isDurable = ({ queue }: SlotSettings) => queue === 'durable';

/** The difference that a change makes, as one sentence for each slot. */
export function differences(slots: SlotDifference[]): string[] {
  return slots.map(({ slot, oldSettings, newSettings }) => {
    if (oldSettings.pool === 'none') {
      return `${slot}: put in (${words(newSettings)})`;
    }
    if (newSettings.pool === 'none') {
      return `${slot}: take out (${words(oldSettings)})`;
    }
    return `${slot}: ${words(oldSettings)} → ${words(newSettings)}`;
  });
}

/** What a form shows next to the pool. */
export function fieldsOf(form: SlotSettings): SlotSetting[] {
  return SETTINGS.filter((setting) => setting.field !== 'pool' && isOf(form, setting));
}

const waitsInStore = ({ queue }: SlotSettings) => queue === 'durable' || queue === 'remote';

/** A pool has no choice of some settings; those of one kind of component are only where the server has some of them. */
function isOf(form: SlotSettings, { field, pool, kind }: SlotSetting): boolean {
  return (
    !withoutChoice(form.pool).includes(field) &&
    (!pool || pool === form.pool) &&
    (field !== 'attempts' || waitsInStore(form)) &&
    (!kind || SETTINGS.some((other) => other.kind === kind && form[other.field] !== undefined))
  );
}

function withoutChoice(pool: Pool): string[] {
  switch (pool) {
    case 'none':
      return SETTINGS.map(({ field }) => field);
    case 'single':
      return ['threads'];
    default:
      return pool === 'virtual' ? ['wait'] : [];
  }
}

/** The fields that a pool has; a missing one keeps its value or gets its default. */
export function settingsOf(form: SlotSettings): SlotSettings {
  const settings = fieldsOf(form).map(({ field, optional }) => [field, form[field] ?? (optional ? NO_VALUE : undefined)]);
  return { pool: form.pool, ...Object.fromEntries(settings) };
}
