import type { SlotDifference, SlotSettings } from '../api/types';

/** What removes the target of batches. */
export const NO_TARGET = 'none';

/** The settings of a slot in words: what an operator compares. */
export function words(settings: SlotSettings): string {
  if (settings.pool === 'none') {
    return 'empty';
  }
  const threads = settings.pool === 'single' ? 'single' : `${settings.pool}, ${threadsOf(settings)}`;
  const more = [
    settings.capacity !== undefined && `capacity ${settings.capacity}`,
    settings.wait && settings.wait !== 'blocking' && `wait ${settings.wait}`,
    settings.keepAlive && `keep-alive ${settings.keepAlive}`,
    settings.batch !== undefined && batchWords(settings),
  ].filter(Boolean);
  return [threads, ...more].join(', ');
}

function batchWords({ batch, linger, batchTarget, batchErrors }: SlotSettings): string {
  return [
    `batches of up to ${batch}`,
    linger && linger !== '0s' && `linger ${linger}`,
    batchTarget && batchTarget !== NO_TARGET && `target ${batchTarget}`,
    batchErrors === 'split' && 'split on errors',
  ]
    .filter(Boolean)
    .join(', ');
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

/** The fields that a pool has; a missing one keeps its value or gets its default. */
export function settingsOf(form: SlotSettings): SlotSettings {
  return form.pool === 'none' ? { pool: 'none' } : { ...poolSettings(form), ...batchSettings(form) };
}

function poolSettings(form: SlotSettings): SlotSettings {
  switch (form.pool) {
    case 'single':
      return { pool: 'single', capacity: form.capacity, wait: form.wait };
    case 'fixed':
      return { pool: 'fixed', threads: form.threads, capacity: form.capacity, wait: form.wait };
    case 'cached':
      return {
        pool: 'cached',
        threads: form.threads,
        capacity: form.capacity,
        wait: form.wait,
        keepAlive: form.keepAlive,
      };
    default:
      return { pool: form.pool, threads: form.threads, capacity: form.capacity };
  }
}

/** A missing target would keep the present one. */
function batchSettings({ batch, linger, batchTarget, batchErrors }: SlotSettings): Partial<SlotSettings> {
  return batch === undefined ? {} : { batch, linger, batchTarget: batchTarget || NO_TARGET, batchErrors };
}
