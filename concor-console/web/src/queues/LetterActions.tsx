import type { Queue } from '../api/types';
import { deleteQuestion } from './queue';
import type { QueueAction } from './queueAction';

/** Requeues or deletes one dead letter. */
export function LetterActions({ queue, id, action }: { queue: Queue; id: string; action: QueueAction }) {
  const { act, running } = action;
  return (
    <span className="row-actions">
      <button type="button" disabled={running} aria-label={`requeue ${id}`} onClick={() => act('requeue', { id })}>
        Requeue
      </button>
      <button
        type="button"
        disabled={running}
        aria-label={`delete ${id}`}
        onClick={() => confirm(deleteQuestion(queue, { id })) && act('delete', { id })}
      >
        Delete
      </button>
    </span>
  );
}
