package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.ledger.StalePartitionsException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Events that end in a transaction of a database, with the effects of their tasks: rows say which, and what is handed on goes into
 * queues there. Failures have no effects; they end after the commit, as without a database. For one thread.
 */
final class LedgerBatch implements StoredBatch {

    private final JdbcQueueStore database;
    private final RuntimeParts parts;
    private final List<RemoteEnd> handled = new ArrayList<>();
    private final List<RemoteEnd> failed = new ArrayList<>();
    private List<EndedRow> rows = List.of();
    /** Puts what is handed on; null if nothing is. */
    private @Nullable StoredBatch puts;
    /** Whether all was written, so that a commit may have been tried. */
    private boolean written;

    /** How the transaction has ended. */
    private enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        UNKNOWN
    }

    LedgerBatch(JdbcQueueStore database, RuntimeParts parts) {
        this.database = database;
        this.parts = parts;
    }

    @Override
    public void add(StoredEvent event, Ending ending) {
        if (ending instanceof Ending.HandedOn on) {
            put(on.to(), on.event());
        }
        boolean done = ending instanceof Ending.Handled || ending instanceof Ending.HandedOn;
        (done ? handled : failed).add(RemoteEnd.of((RemoteEvent) event, ending, null));
    }

    @Override
    public void put(StoredQueue to, NewEvent event) {
        StoredQueue entry = to.entry();
        StoredBatch present = puts;
        if (present == null) {
            present = entry.batch();
            puts = present;
        }
        present.put(entry, event);
    }

    @Override
    public void write() {
        handled.forEach(RemoteBatch::requireOwned);
        failed.forEach(RemoteBatch::requireOwned);
        failed.forEach(KafkaQueue::hold);
        rows = EndedRow.of(handled);
        if (puts != null) {
            puts.write();
        }
        writeRows(); // last: whoever takes a partition over waits for the end
        written = true;
    }

    /** A partition that is another process's by now, or of another lease, is taken anew if the group has it here. */
    private void writeRows() {
        try {
            database.ledger().write(rows.stream().map(EndedRow::entry).toList());
        } catch (QueueStoreException refused) {
            if (refused.getCause() instanceof StalePartitionsException stale) {
                rows.stream().filter(row -> stale.concerns(row.entry())).forEach(EndedRow::doubt);
            }
            throw refused;
        }
    }

    @Override
    public void committed() {
        rows.forEach(EndedRow::committed);
        handled.forEach(end -> ended(end, end.lease().queue()));
        handled.stream().collect(Collectors.groupingBy(RemoteEnd::lease)).forEach((lease, ends) -> lease.listener()
                .ended(ends));
        handled.forEach(LedgerBatch::tell);
        if (!handled.isEmpty()) {
            parts.puts().roomMade();
        }
        for (RemoteEnd end : failed) {
            RemoteEvent event = end.event();
            if (event != null && event.end()) {
                parts.ends().end(end);
            }
        }
        if (puts != null) {
            puts.committed();
        }
        clear();
    }

    /** What awaits the end of an event, such as its result, which goes to the process that asked for it. */
    private static void tell(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event != null && end.ending() instanceof Ending.Handled) {
            event.ended();
        }
    }

    private static void ended(RemoteEnd end, OpenQueue queue) {
        RemoteEvent event = end.event();
        if (event != null && event.end()) {
            queue.depth().took(1);
        }
        if (end.ending() instanceof Ending.HandedOn on && on.to() instanceof KafkaQueue next) {
            queue.handsOnTo(next.local());
        }
    }

    /** The answer to a commit may have been lost: then the rows tell. */
    @Override
    public boolean rolledBack() {
        Outcome outcome = written && !rows.isEmpty() ? outcome() : Outcome.ROLLED_BACK;
        if (outcome == Outcome.COMMITTED) {
            committed();
            return true;
        }
        if (outcome == Outcome.UNKNOWN) {
            rows.forEach(EndedRow::doubt);
        }
        failed.forEach(KafkaQueue::unhold);
        if (puts != null) {
            puts.rolledBack();
        }
        clear();
        return false;
    }

    private Outcome outcome() {
        try {
            boolean there = database.ledger().isCommitted(rows.get(0).entry());
            return there ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
        } catch (QueueStoreException unknown) {
            parts.health().notice(String.valueOf(unknown.getMessage()) + ". Its partitions are taken over anew");
            return Outcome.UNKNOWN;
        }
    }

    private void clear() {
        handled.clear();
        failed.clear();
        rows = List.of();
        puts = null;
        written = false;
    }
}
