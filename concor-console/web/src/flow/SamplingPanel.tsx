import { useState, type FormEvent } from 'react';
import { useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { Sampling } from '../api/types';
import { useAction } from '../common/change';
import { Problem } from '../common/ui';

/** How many events are measured. */
export function SamplingPanel({ server, flow, sampling }: { server: Server; flow: string; sampling: Sampling }) {
  const mayChange = useMayPost(server, 'concorsampling', flow);
  const [edited, setEdited] = useState<Partial<Record<'burst' | 'interval', string>> & { enabled?: boolean }>({});
  const { run, error, running } = useAction(server);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() =>
      server.post('concorsampling', `/${encodeURIComponent(flow)}`, {
        ...(edited.enabled !== undefined && { enabled: edited.enabled }),
        ...(edited.burst && { burst: Number(edited.burst) }),
        ...(edited.interval && { interval: Number(edited.interval) }),
      }),
    );
    if (done) {
      setEdited({});
    }
  };
  return (
    <section aria-label="sampling">
      <p>
        {sampling.enabled
          ? `Of ${sampling.interval} events ${sampling.burst} are measured.`
          : 'No event is measured, so there are no times.'}
      </p>
      {mayChange && (
        <form className="fields" onSubmit={submit} aria-label="sampling">
          <label className="check">
            <input type="checkbox" checked={edited.enabled ?? sampling.enabled} onChange={(event) => setEdited({ ...edited, enabled: event.target.checked })} />
            measure
          </label>
          <label>
            events
            <input type="number" min={1} required value={edited.burst ?? sampling.burst} onChange={(event) => setEdited({ ...edited, burst: event.target.value })} />
          </label>
          <label>
            of
            <input type="number" min={1} required value={edited.interval ?? sampling.interval} onChange={(event) => setEdited({ ...edited, interval: event.target.value })} />
          </label>
          <button type="submit" disabled={running || Object.keys(edited).length === 0}>
            Set
          </button>
          <Problem error={error} />
        </form>
      )}
    </section>
  );
}
