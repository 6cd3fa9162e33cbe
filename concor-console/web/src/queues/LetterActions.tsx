import type { Queue } from '../api/types';
import { deleteQuestion } from './queue';
import type { QueueAction } from './queueAction';

interface Props {
  queue: Queue;
  /** The number of the dead letter: other ones may have the id of its event. */
  number: number;
  id: string;
  action: QueueAction;
}

/** Requeues or deletes one dead letter. */
export function LetterActions({ queue, number, id, action }: Props) {
  const { act, running } = action;
  return (
    <span className="row-actions">
      <button type="button" disabled={running} aria-label={`requeue ${id}`} onClick={() => act('requeue', { number })}>
        Requeue
      </button>
      <button
        type="button"
        disabled={running}
        aria-label={`delete ${id}`}
        onClick={() => confirm(deleteQuestion(queue, { number }, id)) && act('delete', { number })}
      >
        Delete
      </button>
    </span>
  );
}
