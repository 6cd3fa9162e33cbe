package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.write.EndStatements.NewRows;
import io.concor.queues.write.StaleEventException;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Events that end in the transaction of a worker. For one thread. */
final class EndBatch implements StoredBatch {

    private final StoreParts parts;
    private final List<EndRequest> ends = new ArrayList<>();
    private final List<EndRequest> holding = new ArrayList<>();
    private final NewRows puts = new NewRows();
    private List<PutRow> put = List.of();
    private boolean written;
    /** Whether the events have ended in a transaction before, whose answer was lost. */
    private boolean endedBefore;

    /** What is run when the transaction has ended in which events are in outboxes. */
    private final List<Runnable> atEnd = new ArrayList<>();

    EndBatch(StoreParts parts) {
        this.parts = parts;
    }

    @Override
    public void add(StoredEvent event, Ending ending) {
        ends.add(DatabaseQueue.end(event, ending));
    }

    @Override
    public void put(StoredQueue to, NewEvent event) {
        LocalQueue entry = DatabaseQueue.entry(to);
        puts.add(entry, entry.newRow(event));
    }

    @Override
    public void write() {
        for (EndRequest end : ends) {
            requireOwned(end.event());
            if (end.event().queue().holds().hold(end)) {
                holding.add(end);
            }
        }
        try {
            put = ends.isEmpty() && puts.isEmpty()
                    ? List.of()
                    : parts.transactions().perform(connection -> parts.ends().write(connection, ends, puts));
            written = true;
            followHandOvers();
        } catch (StaleEventException stale) {
            endedBefore =
                    stale.allGone() && ends.stream().allMatch(end -> end.event().isInDoubt());
            if (!endedBefore) {
                stale.stale().forEach(this::disown);
                parts.membership().suspect();
            }
            throw new QueueStoreException("The batch cannot end: " + stale.getMessage(), false, stale);
        } catch (SQLException failed) {
            warn(failed);
            throw new QueueStoreException("The end of a batch could not be written: " + failed, false, failed);
        }
    }

    private void followHandOvers() {
        for (PutRow row : put) {
            if (row.queue().isOutbox()) {
                atEnd.add(row.queue().handOvers().begun(row.row().key()));
            }
        }
    }

    /** The engine tries again, and blames no store. Conflicts are usual. */
    private void warn(SQLException failed) {
        if (parts.tables().dialect().failure(failed) != SqlFailure.CONFLICT) {
            parts.health().notice("the end of a batch could not be written, and is tried again: " + failed);
        }
    }

    private void disown(ClaimedEvent event) {
        if (parts.announcements().disown(event)) {
            holding.removeIf(end -> end.event() == event); // the reader frees its key
        }
    }

    private void requireOwned(ClaimedEvent event) {
        if (!owns(event)) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event %s is not to be handled here now: another process owns it, or an event before it failed",
                            event),
                    false,
                    null);
        }
    }

    @Override
    public void committed() {
        parts.announcements().ended(ends);
        parts.announcements().put(put, false);
        clear();
    }

    /** If all had been written, the answer to the commit may have been lost. */
    @Override
    public boolean rolledBack() {
        boolean ended = endedBefore;
        if (ended) {
            parts.announcements().ended(ends);
        } else {
            undo();
        }
        clear();
        return ended;
    }

    private void undo() {
        if (written) {
            ends.forEach(end -> end.event().doubtEnd());
        }
        holding.forEach(end -> end.event().queue().holds().unhold(end));
        parts.announcements().mayBeThere(put); // if the answer to the commit was lost
    }

    private void clear() {
        atEnd.forEach(Runnable::run);
        atEnd.clear();
        ends.clear();
        holding.clear();
        puts.clear();
        put = List.of();
        written = false;
        endedBefore = false;
    }

    private static boolean owns(ClaimedEvent event) {
        return event.isOwned() && !event.queue().holds().isHeldByEarlier(event);
    }
}
