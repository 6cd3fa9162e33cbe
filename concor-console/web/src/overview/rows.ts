import type { FlowSummary, StatisticsSummary, Verdict } from '../api/types';
import { moment } from '../common/format';

export interface Row {
  flow: FlowSummary;
  figures?: StatisticsSummary;
  verdict?: Verdict;
}

/** Rows in the order in which they want attention: failing flows first, then limited ones. */
export function rows(flows: FlowSummary[], figures: StatisticsSummary[], verdicts: Verdict[], filter: string): Row[] {
  const figuresOf = new Map(figures.map((summary) => [summary.flow, summary]));
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.flow, verdict]));
  const wanted = filter.trim().toLowerCase();
  return flows
    .map((flow) => ({ flow, figures: figuresOf.get(flow.name), verdict: verdictOf.get(flow.name) }))
    .filter(({ flow, verdict }) =>
      [flow.name, flow.state, verdict?.state, verdict?.cause, verdict?.error].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => urgency(b) - urgency(a) || a.flow.name.localeCompare(b.flow.name));
}

const URGENCY = { failing: 2, limited: 1, healthy: 0, unknown: 0 };

const urgency = ({ verdict }: Row) => (verdict ? URGENCY[verdict.state] : 0);

/** Says since when a flow is failing, after its badge; nothing of another flow. */
export const failingSince = ({ state, since }: Verdict, now?: Date) => (state === 'failing' ? `since ${moment(since, now)}` : '');

/** What a badge says of a verdict: the cause of a limit, but of a failing flow that it fails. */
export const label = ({ state, cause }: Verdict) => (state === 'failing' ? state : (cause ?? state));
