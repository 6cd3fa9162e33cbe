import type { FlowSummary, StatisticsSummary, Verdict } from '../api/types';

export interface Row {
  flow: FlowSummary;
  figures?: StatisticsSummary;
  verdict?: Verdict;
}

/** Rows in the order in which they want attention: limited flows first. */
export function rows(flows: FlowSummary[], figures: StatisticsSummary[], verdicts: Verdict[], filter: string): Row[] {
  const figuresOf = new Map(figures.map((summary) => [summary.flow, summary]));
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.flow, verdict]));
  const wanted = filter.trim().toLowerCase();
  return flows
    .map((flow) => ({ flow, figures: figuresOf.get(flow.name), verdict: verdictOf.get(flow.name) }))
    .filter(({ flow, verdict }) =>
      [flow.name, flow.state, verdict?.state, verdict?.cause].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => Number(isLimited(b)) - Number(isLimited(a)) || a.flow.name.localeCompare(b.flow.name));
}

const isLimited = ({ verdict }: Row) => verdict?.state === 'limited';
