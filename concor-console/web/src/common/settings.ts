import type { SlotDifference, SlotSettings } from '../api/types';

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
  ].filter(Boolean);
  return [threads, ...more].join(', ');
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
  switch (form.pool) {
    case 'none':
      return { pool: 'none' };
    case 'single':
      return { pool: 'single', capacity: form.capacity, wait: form.wait };
    case 'fixed':
      return { pool: 'fixed', threads: form.threads, capacity: form.capacity, wait: form.wait };
    case 'cached':
      return { ...form };
    default:
      return { pool: form.pool, threads: form.threads, capacity: form.capacity };
  }
}
