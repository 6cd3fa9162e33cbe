package io.concor.queues.write;

import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.queues.row.NewLetter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps events that failed in memory as dead letters, on a thread of its own from the first one on. While the database is away it
 * tries again: those who give letters bound how many wait. Thread-safe.
 */
public final class LetterWriter extends LoadWriter<LetterLoad> {

    private static final String CLOSED = "the store is closed";
    private static final int MOST_ROWS = 128;

    private final StoreTables tables;
    private final HeldConnection connection;
    private final Receipts receipts;
    private final DatabaseHealth health;
    private final Queue<LetterRequest> waiting = new ConcurrentLinkedQueue<>();
    /** The numbers of the queues among whose dead letters some were kept. For the thread. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private boolean started; // guarded by this

    public LetterWriter(StoreTables tables, HeldConnection connection, Receipts receipts, DatabaseHealth health) {
        super("keep dead letters", "concor-queues-letters", tables.dialect(), connection, health);
        this.tables = tables;
        this.connection = connection;
        this.receipts = receipts;
        this.health = health;
    }

    /**
     * Keeps a letter later. Does not block.
     *
     * @throws io.concor.QueueStoreException if the store is closed
     */
    public synchronized void keep(LetterRequest letter) {
        if (isClosed()) {
            throw letter.refused(CLOSED, null);
        }
        if (!started) {
            start();
            started = true;
        }
        waiting.add(letter);
        wake();
    }

    @Override
    boolean hasWork() {
        return !waiting.isEmpty();
    }

    @Override
    LetterLoad next() {
        return load(MOST_ROWS);
    }

    @Override
    LetterLoad rest() {
        return load(waiting.size());
    }

    private LetterLoad load(int most) {
        LetterLoad load = new LetterLoad(new ArrayList<>(most), false);
        while (load.size() < most && !waiting.isEmpty()) {
            load.letters().add(waiting.remove());
        }
        return load;
    }

    @Override
    List<Runnable> commit(LetterLoad load) throws SQLException {
        List<NewLetter> rows = new ArrayList<>(load.size());
        for (LetterRequest letter : load.letters()) {
            rows.add(letter.letter(numberOf(letter.queue().flow(), letter.slot())));
        }
        return connection.transact(c -> {
            for (NewLetter row : rows) {
                add(c, row, load.mayBeThere());
            }
            return List.of(() -> receipts.tell(() -> load.letters().forEach(this::tellStored)));
        });
    }

    /** Opens the queue in a transaction of its own: see {@link QueueTable#open}. */
    private int numberOf(String flow, String slot) throws SQLException {
        String name = flow + "." + slot;
        Integer known = numbers.get(name);
        if (known == null) {
            known = connection
                    .transact(c -> tables.queues().open(c, flow, slot, QueueTable.LANES))
                    .id();
            numbers.put(name, known);
        }
        return known;
    }

    private void add(Connection c, NewLetter letter, boolean mayBeThere) throws SQLException {
        int queue = letter.event().queue();
        if (!mayBeThere || !tables.dead().hasLately(c, queue, letter.event().eventId())) {
            tables.dead().add(c, letter);
        }
    }

    private void tellStored(LetterRequest letter) {
        try {
            letter.receipt().stored();
        } catch (RuntimeException | Error failed) {
            health.notice("a receipt for a dead letter failed: " + failed);
        }
    }

    @Override
    LetterLoad unknown(LetterLoad load, UnknownOutcomeException lost) {
        return new LetterLoad(load.letters(), true);
    }

    @Override
    void failed(LetterLoad one, Throwable cause) {
        LetterRequest letter = one.letters().get(0);
        receipts.tell(() -> letter.receipt().failed(letter.refused(cause.toString(), cause)));
    }

    @Override
    void refuse(LetterLoad load) {
        for (LetterRequest letter : load.letters()) {
            receipts.tell(() -> letter.receipt().failed(letter.refused(CLOSED, null)));
        }
    }
}
