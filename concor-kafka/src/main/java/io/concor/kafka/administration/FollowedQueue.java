package io.concor.kafka.administration;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.QueueTopics;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose dead letters are followed. What is new is read first, as it says whether the queue is paused; then what lay there
 * before. For the thread that follows, but for what says otherwise.
 */
final class FollowedQueue {

    /** After so many records another start is to read less. */
    private static final long MOST_RECORDS = 500;

    private static final long MOST_BYTES = 4L << 20;
    /** Brokers forget offsets of groups without members after days. */
    private static final long REFRESH_NANOS = TimeUnit.HOURS.toNanos(6);

    private final QueueTopics topics;
    private final @Nullable OpenQueue queue;
    private final LetterIndex index;
    private final long end;
    private final LetterCheckpoint since;
    private LetterCheckpoint kept;
    private long keptNanos;
    private long bytes;
    private volatile boolean behind;
    private volatile boolean paused;
    private volatile boolean pauseKnown;
    private volatile long position;

    /**
     * @param queue the queue if it is open here
     * @param since from where on it is followed
     * @param end where its topic ends now
     */
    FollowedQueue(QueueTopics topics, @Nullable OpenQueue queue, LetterIndex index, LetterCheckpoint since, long end) {
        this.topics = topics;
        this.queue = queue;
        this.index = index;
        this.since = since;
        this.end = end;
        kept = since;
        keptNanos = System.nanoTime() - REFRESH_NANOS;
        behind = since.place() > 0;
        paused = since.paused();
        position = since.place();
    }

    QueueTopics topics() {
        return topics;
    }

    @Nullable
    OpenQueue queue() {
        return queue;
    }

    /** Returns which dead letters there are. Any thread. */
    LetterIndex index() {
        return index;
    }

    /** Returns whether it is paused. Any thread. */
    boolean isPaused() {
        return paused;
    }

    /** Returns whether that is known. Any thread. */
    boolean isPauseKnown() {
        return pauseKnown;
    }

    /** Returns up to which place it is followed. Any thread. */
    long position() {
        return position;
    }

    /** Returns whether the index has to be read further by itself. */
    boolean isBehind() {
        return behind;
    }

    /** Takes a new record. Returns whether the queue was paused by it, or is no longer. */
    boolean take(ConsumerRecord<byte[], byte[]> found) {
        bytes += (long) found.serializedKeySize() + found.serializedValueSize();
        if (LetterIndex.isPause(found)) {
            paused = found.value() != null;
            if (pauseKnown && queue != null) { // followed anew, it reads what persons have decided long ago
                queue.paused(paused);
            }
            return true;
        }
        if (!behind) {
            index.take(found);
        }
        return false;
    }

    /** All new records below a place were taken. Returns whether it is known only since then if the queue is paused. */
    boolean reached(long place) {
        position = place;
        if (!behind) {
            index.read(place);
            behind = index.mayKnowMore();
            if (behind) {
                index.knowMore();
            }
        }
        count();
        if (pauseKnown || place < end) {
            return false;
        }
        pauseKnown = true;
        if (queue != null) {
            queue.paused(paused);
            queue.knowsPause();
        }
        return true;
    }

    /** The index was read further. */
    void caughtUp() {
        behind = index.readTo() < position;
        count();
    }

    /** While more is read, fewer are known than there are. */
    private void count() {
        if (queue != null) {
            long count = index.count();
            queue.dead().set(behind ? Math.max(count, queue.dead().get()) : count);
        }
    }

    /** Returns what is to be kept now; null if nothing is. */
    @Nullable
    LetterCheckpoint checkpoint() {
        long now = System.nanoTime();
        boolean grown = position - kept.place() >= MOST_RECORDS || bytes >= MOST_BYTES;
        boolean old = kept.place() > 0 && now - keptNanos >= REFRESH_NANOS;
        if (!pauseKnown || !grown && !old) {
            return null;
        }
        kept = new LetterCheckpoint(since.topic(), position, paused);
        keptNanos = now;
        bytes = 0;
        return kept;
    }
}
