import type { QueueAction } from './queueAction';

/** Why an operator acts on a queue. */
export function Reason({ reason, setReason }: Pick<QueueAction, 'reason' | 'setReason'>) {
  return (
    <label className="wide">
      reason, for the log
      <input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
    </label>
  );
}
