import { useEffect, useRef, useState } from 'react';
import { HISTORY_SECONDS } from '../api/history';
import { useHistory } from '../api/queries';
import type { Server } from '../api/server';
import type { Second, StatisticsSummary } from '../api/types';
import { rate } from '../common/format';
import { HEIGHT, points, WIDTH } from './points';

/** In milliseconds. What a lost server has missed is filled then. */
const READ_AGAIN = 180_000;

interface Props {
  server: Server;
  flow: string;
  /** The present figures, renewed each second. */
  figures: StatisticsSummary | undefined;
}

/** The throughput of the last 15 minutes. Read only while it is on the screen. */
export function Sparkline({ server, flow, figures }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setVisible(entry.isIntersecting));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="sparkline">
      {visible && <Line server={server} flow={flow} figures={figures} />}
    </div>
  );
}

function Line({ server, flow, figures }: Props) {
  const history = useHistory(server, flow, READ_AGAIN);
  const rates = [...history.map(({ throughput }) => throughput), ...useSince(history, figures)].slice(-HISTORY_SECONDS);
  const most = Math.max(0, ...rates);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`throughput of ${flow} in the last 15 minutes, at most ${rate(most)}`}
    >
      <polyline points={points(rates)} />
    </svg>
  );
}

/** Returns the rates since the history was read, which the overview has anyway: so each row asks seldom. */
function useSince(history: Second[], figures: StatisticsSummary | undefined): number[] {
  const since = useRef<{ history: Second[]; rates: number[] }>({ history, rates: [] });
  if (since.current.history !== history) {
    since.current = { history, rates: [] };
  }
  useEffect(() => {
    if (figures) {
      since.current.rates.push(figures.throughput);
    }
  }, [figures]);
  return since.current.rates;
}
