import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useChanges, useMayPost, usePrediction } from '../api/queries';
import { AnswerError, type Server } from '../api/server';
import type { Batches, ChangeAnswer, Component, Pool, SlotSettings, Statistics, Topology } from '../api/types';
import { MISSING, count, decimal, duration, moment, rate, share } from '../common/format';
import { useAction, useSeenVersion } from '../common/change';
import { differences, fieldsOf, isDurable, settingsOf, words, type SlotSetting } from '../common/settings';
import { useSettled } from '../common/settled';
import { Figure, Percentiles, Problem } from '../common/ui';
import { queueName } from '../queues/queue';
import { link } from '../route';
import { serverInLink } from '../servers';

interface Props {
  server: Server;
  topology: Topology;
  statistics: Statistics | undefined;
  slot: string;
  /** What the form proposes at first, or the present settings. */
  proposed: Pool | undefined;
  onClose: () => void;
}

/** A component and its slot: figures, and the form that changes the slot. */
export function SlotPanel({ server, topology, statistics, slot, proposed, onClose }: Props) {
  const component = topology.components.find(({ name }) => name === slot)!;
  const figures = statistics?.window.components.find(({ name }) => name === slot);
  const queue = statistics?.window.slots.find(({ name }) => name === slot);
  const mayChange = useMayPost(server, 'concorslots', topology.name, slot);
  const stage = topology.stages.find(({ name }) => name === slot)?.components ?? [];
  const { heading, opener } = useKeyboardFocus();
  return (
    <section
      className="slot-panel"
      aria-label={`slot ${slot}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          onClose();
          opener.current?.focus();
        }
      }}
    >
      <div className="toolbar">
        <h2 ref={heading} tabIndex={-1}>
          {slot}
        </h2>
        <span>{words(component.slot)}</span>
        {isDurable(component.slot) && (
          <a href={link({ queue: queueName(topology.name, slot), server: serverInLink(server) })}>Show its queue</a>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {stage.length > 1 && <p>Its threads run {stage.join(', ')}.</p>}
      <dl className="figures">
        {component.kind && <Figure name="kind">{component.kind}</Figure>}
        {component.bean && <Figure name="bean">{component.bean}</Figure>}
        {component.delivery && (
          <Figure name="delivery" hint="how often the effects of the stage happen for an event, also after a crash">
            {component.delivery}
          </Figure>
        )}
        <Figure name="service p50 / p99">
          <Percentiles times={figures?.service} />
        </Figure>
        <Figure name="waiting p50 / p99">
          <Percentiles times={queue?.waiting} />
        </Figure>
        {queue?.batches && <BatchFigures batches={queue.batches} />}
        <Figure name="busy" hint="in tasks, also while these wait for a database, a remote system or a lock">
          {share(queue?.busy)}
        </Figure>
        <Figure name="blocked" hint="waiting for room in the next filled slot">
          {share(queue?.blocked)}
        </Figure>
        <Figure name="idle" hint="without an event">
          {share(queue?.idle)}
        </Figure>
      </dl>
      {mayChange && (
        <SlotForm
          server={server}
          topology={topology}
          slot={slot}
          component={component}
          proposed={proposed && proposal(component, proposed)}
        />
      )}
    </section>
  );
}

function BatchFigures({ batches }: { batches: Batches }) {
  return (
    <>
      <Figure name="batch mean / largest" hint="events in a batch, of all batches of the last ten seconds">
        {batches.count ? `${decimal(batches.meanSize)} / ${count(batches.maxSize)}` : MISSING}
      </Figure>
      <Figure name="batch limit" hint="how many events a batch may have at present">
        {count(batches.limit)}
      </Figure>
      <Figure name="call p50 / p99" hint="for all events of a batch together">
        <Percentiles times={batches.call} />
      </Figure>
      <Figure name="for each event" hint="the mean time of a call, divided by the mean size of a batch">
        {batches.count ? duration(batches.meanMicrosPerEvent) : MISSING}
      </Figure>
    </>
  );
}

const POOLS: Pool[] = ['none', 'single', 'fixed', 'cached', 'virtual'];

/** A keyed component has pools of its own; a batch component needs a join. */
function poolsFor({ kind }: Component): Pool[] {
  if (kind === 'batch') {
    return POOLS.filter((pool) => pool !== 'none');
  }
  return kind === 'keyed' ? ['single', 'keyed'] : POOLS;
}

const WORDS: Record<string, string> = {
  memory: 'memory: lost in a crash',
  durable: 'durable: kept in a store',
  remote: 'remote: kept in a broker',
  fail: 'fail: all events of the batch fail',
  split: 'split: handle it again in halves',
};
const TRIALS = { '30s': '30 seconds', '2m': '2 minutes', '10m': '10 minutes', '1h': '1 hour' };

interface FormProps {
  server: Server;
  topology: Topology;
  slot: string;
  component: Component;
  proposed: SlotSettings | undefined;
}

/** Who opens the panel by keyboard is taken to it, and back where it is closed by keyboard. */
function useKeyboardFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef(document.activeElement as HTMLElement | null);
  useEffect(() => {
    if (opener.current?.matches('button:focus-visible')) {
      heading.current?.focus();
    }
  }, []);
  return { heading, opener };
}

/** Returns what a form proposes that is not the present settings: no join, or one that the component may have. */
function proposal({ kind }: Component, pool: Pool): SlotSettings {
  if (kind === 'keyed') {
    return withDefaults({ pool: 'keyed' });
  }
  return pool === 'none' || kind !== 'single-threaded' ? withDefaults({ pool }) : { pool: 'single' };
}

/** What a form proposes where it must state a number. */
const THREADS: Partial<Record<Pool, number>> = { fixed: 2, keyed: 4 };

function withDefaults(settings: SlotSettings): SlotSettings {
  const threads = THREADS[settings.pool];
  return threads !== undefined && settings.threads === undefined ? { ...settings, threads } : settings;
}

function SlotForm({ server, topology, slot, component, proposed }: FormProps) {
  const present = component.slot;
  const [edited, setEdited] = useState<SlotSettings | undefined>(proposed);
  const form = edited ?? present;
  const [trial, setTrial] = useState<string>('2m');
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useSeenVersion(server, topology.name, topology.version);
  const { run, error, running } = useAction(server);
  const submit = useRef<HTMLButtonElement>(null);
  const effects = useId();
  const wanted = useSettled(settingsOf(form));
  const path = `/${encodeURIComponent(topology.name)}/${encodeURIComponent(slot)}`;
  const differs = JSON.stringify(wanted) !== JSON.stringify(settingsOf(present));
  const dryRun = useQuery({
    queryKey: [server.base, 'dryRun', path, wanted, topology.version, trial],
    queryFn: () =>
      server.post<ChangeAnswer>('concorslots', path, { ...wanted, dryRun: true, ...(trial && { revertAfter: trial }) }),
    enabled: differs,
    retry: false,
    staleTime: 5_000,
  });
  const prediction = usePrediction(server, topology.name, slot, wanted, differs && dryRun.isSuccess);
  const set = (change: Partial<SlotSettings>) =>
    setEdited(change.pool ? withDefaults({ ...form, ...change }) : { ...form, ...change });
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const applied = await run(() =>
      server.post('concorslots', path, {
        ...settingsOf(form),
        expectedVersion: seen,
        ...(trial && { revertAfter: trial }),
        ...(reason && { reason }),
      }),
    );
    if (applied) {
      setEdited((now) => (now === edited ? undefined : now)); // from now on it follows the layout, if nothing was typed since
    }
  };
  const conflict = error instanceof AnswerError && error.status === 409 && topology.version !== seen;
  return (
    <form className="slot-form" onSubmit={apply} aria-label={`change slot ${slot}`}>
      <div className="fields">
        <label>
          pool
          <select value={form.pool} onChange={(event) => set({ pool: event.target.value as Pool })}>
            {poolsFor(component).map((pool) => (
              <option key={pool} value={pool}>
                {pool === 'none' ? 'none (empty slot)' : pool}
              </option>
            ))}
          </select>
        </label>
        {fieldsOf(form).map((setting) => (
          <SettingField
            key={setting.field}
            setting={setting}
            value={form[setting.field]}
            onChange={(value) => set({ [setting.field]: value })}
          />
        ))}
        <label>
          on trial
          <select value={trial} onChange={(event) => setTrial(event.target.value)}>
            {Object.entries(TRIALS).map(([time, words]) => (
              <option key={time} value={time}>
                {words}
              </option>
            ))}
            <option value="">no, at once and for good</option>
          </select>
        </label>
        <label className="wide">
          reason
          <input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </label>
        {/* before the answers of dry run and prediction, which would move it during a press */}
        <button
          ref={submit}
          type="submit"
          disabled={!differs || running || dryRun.isError}
          aria-describedby={effects}
        >
          {present.pool === 'none' ? 'Put the join in' : form.pool === 'none' ? 'Take the join out' : 'Apply'}
          {trial && ' on trial'}
        </button>
      </div>
      {conflict ? (
        <Conflict
          server={server}
          flow={topology.name}
          since={seen}
          present={topology.version}
          onSeen={(version) => {
            setSeen(version);
            submit.current?.focus();
          }}
          error={error}
        />
      ) : (
        <Problem error={error} />
      )}
      <div aria-live="polite">
        <div id={effects}>
          {!differs && <p>These are the present settings.</p>}
          {differs &&
            dryRun.data &&
            differences(dryRun.data.slots).map((line) => (
              <p key={line}>
                <strong>{line}</strong>
              </p>
            ))}
          {differs &&
            dryRun.data?.warnings?.map((warning) => (
              <p key={warning} className="warning">
                {warning}
              </p>
            ))}
        </div>
        {differs && <Problem error={dryRun.error} />}
        {differs && prediction.data && (
          <table className="prediction">
            <caption>Predicted</caption>
            <thead>
              <tr>
                <td />
                <th scope="col">now</th>
                <th scope="col">then</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">throughput</th>
                <td>{rate(prediction.data.now.throughputPerSecond)}</td>
                <td>{rate(prediction.data.predicted.throughputPerSecond)}</td>
              </tr>
              <tr>
                <th scope="row">p99</th>
                <td>{duration(prediction.data.now.p99Micros)}</td>
                <td>{duration(prediction.data.predicted.p99Micros)}</td>
              </tr>
            </tbody>
          </table>
        )}
        {differs && prediction.data?.reasons.map((why) => <p key={why} className="reasons">{why}</p>)}
        {differs && prediction.isError && <p className="reasons">No prediction: {prediction.error.message}</p>}
      </div>
    </form>
  );
}

interface FieldProps<T> {
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

function SettingField({ setting, value, onChange }: FieldProps<string | number> & { setting: SlotSetting }) {
  const { name, type, kind, text, words } = setting;
  if (type === 'words') {
    return (
      <label title={text}>
        {name}
        <select value={value ?? setting.default} onChange={(event) => onChange(event.target.value)}>
          {words?.map((word) => (
            <option key={word} value={word}>
              {WORDS[word] ?? word}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const label = kind ? `${name} (${text})` : name; // who has no such component does not know the setting
  return type === 'number' ? (
    <NumberField name={label} hint={text} value={value as number | undefined} onChange={onChange} />
  ) : (
    <label title={text}>
      {label}
      <input
        value={value ?? ''}
        placeholder={setting.optional ? 'none, or 200ms' : `${setting.default}`}
        onChange={(event) => onChange(event.target.value || (kind && setting.default) || undefined)}
      />
    </label>
  );
}

function NumberField({ name, hint, value, onChange }: FieldProps<number> & { name: string; hint: string }) {
  return (
    <label title={hint}>
      {name}
      <input
        type="number"
        min={1}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    </label>
  );
}

/** The layout has been changed meanwhile: shows what and by whom, and lets the user go on from there. */
function Conflict({
  server,
  flow,
  since,
  present,
  onSeen,
  error,
}: {
  server: Server;
  flow: string;
  since: number;
  present: number;
  onSeen: (version: number) => void;
  error: unknown;
}) {
  const { data, isError } = useChanges(server, flow);
  const version = data?.version ?? present;
  const changes = data?.changes.filter(({ version, outcome }) => version > since && outcome === 'changed') ?? [];
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} className="problem" role="alert" tabIndex={-1}>
      <p>{(error as Error).message}</p>
      {changes.map((change) => (
        <p key={change.number}>
          {moment(change.at)}, {change.who ?? change.source}: {differences(change.slots).join('; ')}
          {change.reason && ` (${change.reason})`}
        </p>
      ))}
      {version < since && <p>The application was started again, so its versions begin anew.</p>}
      {isError && <p>What has been changed cannot be read.</p>}
      <button type="button" disabled={!data && !isError} onClick={() => onSeen(version)}>
        I have seen it: change from there
      </button>
    </div>
  );
}
