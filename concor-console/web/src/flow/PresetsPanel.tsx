import { useState, type FormEvent } from 'react';
import { useMayPost, usePreset, usePresets } from '../api/queries';
import type { Server } from '../api/server';
import type { Topology } from '../api/types';
import { moment } from '../common/format';
import { useAction } from '../common/change';
import { differences } from '../common/settings';
import { Problem } from '../common/ui';
import { differencesTo } from './presetDifferences';

interface Props {
  server: Server;
  flow: string;
  topology: Topology;
}

/** Saved layouts: which there are, how they differ from the present one, and what to do with them. */
export function PresetsPanel({ server, flow, topology }: Props) {
  const { data, error } = usePresets(server, flow);
  const [chosen, setChosen] = useState<string>();
  const path = `/${encodeURIComponent(flow)}`;
  const maySave = useMayPost(server, 'concorpresets', flow, 'new');
  const save = useAction(server);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  if (!data) {
    return <Problem error={error} />;
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await save.run(() =>
      server.post('concorpresets', `${path}/${encodeURIComponent(name)}`, reason ? { reason } : {}),
    );
    if (saved) {
      setName('');
      setReason('');
    }
  };
  return (
    <section aria-label="presets">
      {data.presets.length === 0 && <p>No preset has been saved.</p>}
      <ul className="presets">
        {data.presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              aria-expanded={chosen === preset}
              onClick={() => setChosen(chosen === preset ? undefined : preset)}
            >
              {preset}
            </button>
            {preset === data.activePreset && (data.drifted ? ' active, but the layout has changed since' : ' active')}
            {chosen === preset && (
              <Details server={server} topology={topology} name={preset} mayChange={maySave} />
            )}
          </li>
        ))}
      </ul>
      {maySave && (
        <form onSubmit={submit} aria-label="save the layout as a preset" className="fields">
          <label>
            save the present layout as
            <input required value={name} onChange={(event) => setName(event.target.value)} />
          </label>
          <label className="wide">
            reason
            <input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
          </label>
          <button type="submit" disabled={save.running}>
            {data.presets.includes(name) ? 'Save a new version' : 'Save'}
          </button>
          {topology.trial && <p className="warning">The layout is on trial: confirm it before you save it.</p>}
          <Problem error={save.error} />
        </form>
      )}
    </section>
  );
}

function Details({
  server,
  topology,
  name,
  mayChange,
}: {
  server: Server;
  topology: Topology;
  name: string;
  mayChange: boolean;
}) {
  const { data: preset, error } = usePreset(server, topology.name, name);
  const change = useAction(server);
  const path = `/${encodeURIComponent(topology.name)}/${encodeURIComponent(name)}`;
  if (!preset) {
    return <Problem error={error} />;
  }
  const lines = differences(differencesTo(preset, topology));
  const apply = (revertAfter?: string) =>
    change.run(() =>
      server.post('concorpresets', `${path}/apply`, {
        expectedVersion: topology.version,
        ...(revertAfter && { revertAfter }),
      }),
    );
  return (
    <div className="preset-details">
      {lines.length === 0 && <p>It is the present layout.</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ol reversed>
        {preset.versions.map(({ number, savedAt, reason }) => (
          <li key={number} value={number}>
            saved {moment(savedAt)}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ol>
      {mayChange && (
        <>
          <button type="button" disabled={change.running || lines.length === 0} onClick={() => apply('2m')}>
            Apply for 2 minutes
          </button>{' '}
          <button type="button" disabled={change.running || lines.length === 0} onClick={() => apply()}>
            Apply
          </button>{' '}
          <button
            type="button"
            disabled={change.running}
            onClick={() => confirm(`Delete preset '${name}'? The layout stays.`) && change.run(() => server.delete('concorpresets', path))}
          >
            Delete
          </button>
        </>
      )}
      <Problem error={change.error} />
    </div>
  );
}
