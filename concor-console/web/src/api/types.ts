/** What the endpoints of Concor answer, as far as the console shows it. Times are in microseconds. */

export type Pool = 'none' | 'single' | 'fixed' | 'cached' | 'virtual' | 'keyed';

/** The settings of a slot: see `SETTINGS` for all of them. */
export interface SlotSettings {
  pool: Pool;
  threads?: number;
  [setting: string]: string | number | undefined;
}

export interface FlowSummary {
  name: string;
  state: string;
  components: number;
  version: number;
  inFlight: number;
  maxInFlight: number;
  completed: number;
  recovered: number;
  failed: number;
  timedOut: number;
  refused: number;
}

export interface Component {
  name: string;
  /** Not known of some components that run elsewhere. */
  kind?: string;
  bean?: string;
  inputType?: string;
  outputType?: string;
  slot: SlotSettings;
  /** How often effects happen, if its events wait in a store. */
  delivery?: string;
}

export interface Stage {
  name: string;
  components: string[];
  pool: Pool;
  threads?: number;
}

export interface Transaction {
  from: string;
  to: string;
  manager?: string;
}

export interface Trial {
  version: number;
  until: string;
  who?: string;
  reason?: string;
}

export interface Topology {
  name: string;
  state: string;
  version: number;
  drifted: boolean;
  activePreset?: string;
  trial?: Trial;
  components: Component[];
  stages: Stage[];
  transactions: Transaction[];
}

export interface Times {
  samples: number;
  meanMicros?: number;
  p50Micros?: number;
  p95Micros?: number;
  p99Micros?: number;
  maxMicros?: number;
  fewSamples?: string[];
}

export interface SlotNow {
  name: string;
  pool: Pool;
  queueSize: number;
  capacity: number;
  activeThreads: number;
  totalThreads: number;
}

export interface SlotWindow {
  name: string;
  waiting: Times;
  throughput: number;
  busy: number;
  blocked: number;
  idle: number;
  batches?: Batches;
}

/** The batches of a batch component: of all events. */
export interface Batches {
  limit: number;
  count: number;
  meanSize: number;
  p95Size: number;
  maxSize: number;
  call: Times;
  meanMicrosPerEvent: number;
}

export interface ComponentWindow {
  name: string;
  kind: string;
  errors: number;
  service: Times;
}

export interface Window {
  seconds: number;
  completed: number;
  failed: number;
  refused: number;
  throughput: number;
  latency: Times;
  components: ComponentWindow[];
  slots: SlotWindow[];
}

export interface Sampling {
  enabled: boolean;
  burst: number;
  interval: number;
}

export interface Statistics {
  flow: string;
  sampling: Sampling;
  inFlight: number;
  slots: SlotNow[];
  window: Window;
  sinceStart: Window;
}

export interface StatisticsSummary {
  flow: string;
  seconds: number;
  inFlight: number;
  throughput: number;
  failed: number;
  refused: number;
  latency: Times;
}

export interface Second {
  end: string;
  seconds: number;
  throughput: number;
  failed: number;
  refused: number;
  inFlight: number;
  latency: Times;
  version: number;
  layoutChanged: boolean;
  slots: { name: string; queue: number; busy: number; blocked: number }[];
}

export interface Evidence {
  signal: string;
  value: number;
  threshold: number;
  unit: string;
  windows: number;
}

export interface Figures {
  throughputPerSecond: number;
  p50Micros?: number;
  p99Micros?: number;
  limitedBy?: string;
}

export interface Advice {
  text: string;
  setting?: string;
  value?: string;
  slot?: string;
  change?: SlotSettings;
  predicted?: Figures;
}

export interface Verdict {
  flow: string;
  state: 'failing' | 'healthy' | 'limited' | 'unknown';
  since: string;
  cause?: string;
  slot?: string;
  component?: string;
  error?: string;
  confidence?: number;
  summary: string;
  evidence: Evidence[];
  against: Evidence[];
  suspects: { cause: string; component?: string; confidence: number }[];
  advice: Advice[];
  headroom?: { factor: number; next: string };
}

export interface Prediction {
  flow: string;
  now: Figures;
  predicted: Figures;
  reasons: string[];
}

export interface SlotDifference {
  slot: string;
  oldSettings: SlotSettings;
  newSettings: SlotSettings;
}

export interface ChangeAnswer {
  flow: string;
  oldVersion: number;
  version: number;
  dryRun: boolean;
  changed: boolean;
  handedOver: number;
  tookMicros: number;
  revertsAt?: string;
  slots: SlotDifference[];
  warnings?: string[];
}

export interface Change {
  number: number;
  at: string;
  action: string;
  outcome: string;
  oldVersion: number;
  version: number;
  source: string;
  who?: string;
  reason?: string;
  preset?: string;
  handedOver?: number;
  tookMicros?: number;
  slots: SlotDifference[];
  error?: string;
  trial?: { until: string; state: string };
}

export interface PresetList {
  flow: string;
  activePreset?: string;
  drifted: boolean;
  presets: string[];
}

export interface Preset {
  flow: string;
  preset: string;
  savedAt: string;
  reason?: string;
  versions: { number: number; savedAt: string; reason?: string }[];
  slots: ({ slot: string } & SlotSettings)[];
}

export interface Decision {
  at: string;
  decided: string;
  evidence: Evidence[] | string[];
  change?: Record<string, SlotSettings>;
  predicted?: Figures;
  outcome?: { result: string; text: string };
}

export interface AutopilotStatus {
  flow: string;
  mode: 'off' | 'advise' | 'auto';
  goal: { p99?: string; throughput?: number };
  state: string;
  reason?: string;
  until?: string;
  decisions: Decision[];
  batchSizes?: BatchSize[];
}

/** A change of the size of batches because of a target. */
export interface BatchSize {
  at: string;
  slot: string;
  from: number;
  to: number;
  p95Micros: number;
  fixedMicros: number;
  perEventMicros: number;
  reason: string;
}

/** A durable queue, for all processes. Counts end at `MOST_COUNTED`. */
export interface Queue {
  queue: string;
  store: string;
  depth: number;
  oldestSeconds?: number;
  ratePutPerSecond?: number;
  rateTakenPerSecond?: number;
  inWork?: number;
  delayed?: number;
  dead: number;
  paused: boolean;
  consumers: string[];
  held: HeldKey[];
}

/** A key whose events wait for one that failed; all events of the queue if there is no key. */
export interface HeldKey {
  key?: string;
  event: string;
  /** That of its dead letter; absent if it is tried again. */
  number?: number;
  component: string;
  error: string;
  reason: string;
  since: string;
  /** Absent if it waits to be requeued or deleted. */
  retryAt?: string;
}

export interface DeadLetter {
  number: number;
  id: string;
  key?: string;
  type: string;
  bytes: number;
  /** Absent unless the server shows messages. */
  message?: string;
  component: string;
  error: string;
  reason: string;
  attempts: number;
  put: string;
  firstFailed: string;
  lastFailed: string;
  holds: boolean;
}

export interface DeadLetterPage {
  queue: string;
  dead: DeadLetter[];
  /** Where the next page begins, if there may be one. */
  next?: number;
}

/** A queue of clients. Counts are of all servers and end at `MOST_COUNTED`; rates and waiting clients are of the server that answers. */
export interface ClientQueue {
  queue: string;
  createdBy: string;
  createdAt: string;
  /** Those that wait, are delayed or are leased. */
  depth: number;
  delayed: number;
  leased: number;
  oldestSeconds?: number;
  ratePutPerSecond: number;
  rateTakenPerSecond: number;
  waitingClients: number;
}

export interface ClientQueueList {
  clientCount: number;
  clients: string[];
  /** Where the next page of clients begins, if there may be one. */
  nextClient?: string;
  queues: ClientQueue[];
  /** The same of queues. */
  next?: string;
}

export interface ClientMessage {
  place: number;
  id: string;
  from: string;
  /** Absent if any other client may receive it. */
  to?: string;
  sentAt: string;
  /** Characters of its content. */
  length: number;
  /** The beginning; absent unless the server shows messages. */
  content?: string;
  /** When it can be received; absent if it can be now. */
  dueAt?: string;
  leasedBy?: string;
}

export interface ClientMessagePage {
  queue: string;
  messages: ClientMessage[];
  /** Where the next page begins, if there may be one. */
  next?: number;
}

export interface QueueActionAnswer {
  queue: string;
  action: string;
  affected: number;
}
