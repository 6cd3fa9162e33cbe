import type { ReactNode } from 'react';
import type { Times } from '../api/types';
import { duration, durations, MISSING, share } from './format';

/** A state as text with a colour; the text says it, too. */
export function Badge({ kind, children }: { kind: string; children: ReactNode }) {
  return <span className={`badge badge-${kind}`}>{children}</span>;
}

/** How threads spend their time, as a bar and as text for those who do not see it. */
export function BusyBar({ busy, blocked }: { busy: number; blocked: number }) {
  const text = `busy ${share(busy)}, blocked ${share(blocked)}, idle ${share(Math.max(0, 1 - busy - blocked))}`;
  return (
    <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      <rect className="bar-busy" width={busy * 100} height="6" />
      <rect className="bar-blocked" x={busy * 100} width={blocked * 100} height="6" />
    </svg>
  );
}

export function Level({ value, of, text }: { value: number; of: number; text: string }) {
  return (
    <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      <rect className="bar-queue" width={Math.min(100, (100 * value) / Math.max(1, of))} height="6" />
    </svg>
  );
}

/** Two percentiles with the number of samples; "~" marks those of few samples, as in the tables of the endpoints. */
export function Percentiles({ times }: { times: Times | undefined }) {
  if (!times?.samples) {
    return <span title="no samples">{MISSING}</span>;
  }
  const few = (name: string) => (times.fewSamples?.includes(name) ? '~' : '');
  return (
    <span title={`median / 99th percentile of ${times.samples} samples${times.fewSamples ? '; ~: of too few' : ''}`}>
      {durations(few('p50Micros') + duration(times.p50Micros), few('p99Micros') + duration(times.p99Micros))}
    </span>
  );
}

export function Figure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="figure" title={hint}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** What went wrong, announced to screen readers. */
export function Problem({ error }: { error: unknown }) {
  if (!error) {
    return null;
  }
  const { message, field, allowed } = error as { message?: string; field?: string; allowed?: string };
  return (
    <p className="problem" role="alert">
      {field && `${field}: `}
      {sentence(message ?? String(error))}
      {allowed && ` Allowed: ${sentence(allowed)}`}
    </p>
  );
}
