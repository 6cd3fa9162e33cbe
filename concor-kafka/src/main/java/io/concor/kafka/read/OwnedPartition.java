package io.concor.kafka.read;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.Progress;
import io.concor.kafka.event.RemoteEvent;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition that the reader owns: its lease, and its events once its progress is known. For the reader's thread. */
final class OwnedPartition {

    /** Where the keys that are held in the record of its progress could take more, no more is handed out than what frees keys. */
    private static final int MOST_BYTES_OF_HOLDS = 500_000;

    private static final int BYTES_OF_EVENT = 150;
    /** While the progress cannot be written, no more is handed out than the next owner should have to read. */
    private static final int MOST_UNCOVERED = 20_000;
    /** How far it is. */
    enum Phase {
        /** Its progress is unknown, and what a former lease has handed out is still in work. */
        SETTLING,
        /** Its progress is being read. */
        LOADING,
        /** Its events are read and handed out. */
        DELIVERING
    }

    /** So often the progress is written at most, where rows of a database say what has ended. */
    private static final long CHECKPOINT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TopicPartition topicPartition;
    private PartitionLease lease;
    private PartitionOrder order;
    private SeenIds seen;
    private Phase phase = Phase.LOADING;
    private long settlingNanos;
    /** Done when no transaction is in flight that began under the former lease. */
    private Future<?> barrier = CompletableFuture.completedFuture(null);

    private long markedAt = -1;
    /** How many records of the progress there were when the last one was asked for. */
    private long markedAfter = -1;

    /** The same, where attempts are to be written before they run. */
    private long begunAfter = -1;

    private long markedNanos = System.nanoTime();
    private @Nullable PartitionOrder former;
    private boolean full;
    private int skipped;
    /** What was taken while the record of the progress was full, before what lies before it. */
    private final Set<Long> takenAhead = new HashSet<>();

    OwnedPartition(TopicPartition topicPartition, PartitionLease lease, PartitionOrder order) {
        this.topicPartition = topicPartition;
        this.lease = lease;
        this.order = order;
        seen = new SeenIds(topicPartition, 0, 0);
    }

    TopicPartition topicPartition() {
        return topicPartition;
    }

    PartitionLease lease() {
        return lease;
    }

    PartitionOrder order() {
        return order;
    }

    Phase phase() {
        return phase;
    }

    /** Returns whether events are read and handed out: not while it goes to another process. */
    boolean isDelivering() {
        return phase == Phase.DELIVERING && lease.isOwned();
    }

    /** @param known the ids of unique events that came lately */
    void delivers(SeenIds known) {
        seen = known;
        phase = Phase.DELIVERING;
    }

    /**
     * Looks whether the record of its progress is as long as it may become, or more events wait without a copy than should take memory:
     * delayed ones, or those of few keys. Until then what comes is not taken, but for what frees others.
     *
     * @return whether that has changed
     */
    boolean looksHowFull(long mostBytes, long mostWithoutCopy) {
        boolean before = full;
        full = reaches(lease.progress().size(), mostBytes) || reaches(order.withoutCopy(), mostWithoutCopy);
        return full != before;
    }

    private boolean reaches(long size, long most) {
        return size >= (full ? most - most / 8 : most);
    }

    boolean isFull() {
        return full;
    }

    /** Records without an event are to be ended, or, if negative, that many have. */
    void skips(int records) {
        skipped += records;
    }

    /** Returns how many records without an event have not ended yet. */
    int skipped() {
        return skipped;
    }

    /** Takes what lies at a place before its turn. Returns false if it was taken already. */
    boolean takesAhead(long offset) {
        return takenAhead.add(offset);
    }

    /** The turn of a place has come. Returns whether what lies there was taken already. */
    boolean hasTaken(long offset) {
        return takenAhead.remove(offset);
    }

    SeenIds seen() {
        return seen;
    }

    /** Its lease has ended although it is still owned: it begins anew when nothing of that is in work. */
    void settle(PartitionLease next, PartitionOrder nextOrder, Future<?> noEndInFlight) {
        order.dropWaiting();
        former = order;
        lease = next;
        order = nextOrder;
        barrier = noEndInFlight;
        phase = Phase.SETTLING;
        settlingNanos = System.nanoTime();
        markedAt = -1;
        markedAfter = -1;
        begunAfter = -1;
        full = false;
        skipped = 0;
        takenAhead.clear();
    }

    /** Returns how many events were handed out and have not ended, of a former lease too. */
    int inHand() {
        return order.inHand().size() + formerInHand();
    }

    private int formerInHand() {
        PartitionOrder before = former;
        return before == null
                ? 0
                : (int) before.inHand().values().stream()
                        .filter(RemoteEvent::isInHand)
                        .count();
    }

    /** Returns whether nothing of the former lease is in work, or it has been for too long. */
    boolean hasSettled(long mostNanos) {
        return barrier.isDone() && (formerInHand() == 0 || System.nanoTime() - settlingNanos > mostNanos);
    }

    void loads() {
        former = null;
        phase = Phase.LOADING;
    }

    /**
     * Returns whether its progress has moved without an end that says so, and that was not asked before; or whether rows of a
     * database say what has ended for a while, or attempts are to be written before they run.
     */
    boolean needsRecord(long nanos) {
        boolean attempts = needsAttemptsWritten();
        return needsMark(nanos) || attempts;
    }

    private boolean needsMark(long nanos) {
        return isDelivering() && (lease.epoch() == 0 ? hasMoved() : needsCheckpoint(nanos));
    }

    private boolean hasMoved() {
        if (!lease.progress().hasMoved() || markedAt == lease.progress().position()) {
            return false;
        }
        markedAt = lease.progress().position();
        return true;
    }

    /** One is asked for when the one before is there. */
    private boolean needsCheckpoint(long nanos) {
        Progress progress = lease.progress();
        boolean due = markedAfter < progress.records() && nanos - markedNanos >= CHECKPOINT_NANOS;
        return due && (progress.isUncovered() || progress.hasMoved()) && marks(nanos);
    }

    private boolean marks(long nanos) {
        markedAfter = lease.progress().records();
        markedNanos = nanos;
        return true;
    }

    private boolean needsAttemptsWritten() {
        Progress progress = lease.progress();
        boolean needs = isDelivering() && progress.needsRecord() && begunAfter < progress.records();
        begunAfter = needs ? progress.records() : begunAfter;
        return needs;
    }

    /**
     * It is about to go to another process. Returns whether a record is to say what rows of a database say, or that nothing is in work
     * here, and that was not asked before.
     */
    boolean needsLastMark() {
        if (inHand() == 0) {
            lease.progress().leave();
        }
        return isLastMarkMissing() && markedAfter < lease.progress().records() && marks(System.nanoTime());
    }

    boolean isLastMarkMissing() {
        return lease.progress().needsLastRecord();
    }

    /** Returns whether more can be handed out. Each event in hand may become a dead letter that holds a key of its own. */
    boolean hasRoom() {
        Progress progress = lease.progress();
        long inHand = (long) BYTES_OF_EVENT * order.inHand().size();
        return progress.sizeOfHolds() + inHand < MOST_BYTES_OF_HOLDS && progress.uncovered() < MOST_UNCOVERED;
    }
}
