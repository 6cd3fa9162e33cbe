import { useEffect, useRef, useState } from 'react';
import { useHistory } from '../api/queries';
import type { Server } from '../api/server';
import { rate } from '../common/format';
import { HEIGHT, points, WIDTH } from './points';

/** A point of the line is the mean of eight seconds. */
const EVERY = 8_000;

/** The throughput of the last 15 minutes. Read only while it is on the screen. */
export function Sparkline({ server, flow }: { server: Server; flow: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setVisible(entry.isIntersecting));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="sparkline">
      {visible && <Line server={server} flow={flow} />}
    </div>
  );
}

function Line({ server, flow }: { server: Server; flow: string }) {
  const seconds = useHistory(server, flow, EVERY);
  const most = Math.max(0, ...seconds.map(({ throughput }) => throughput));
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`throughput of ${flow} in the last 15 minutes, at most ${rate(most)}`}
    >
      <polyline points={points(seconds)} />
    </svg>
  );
}
