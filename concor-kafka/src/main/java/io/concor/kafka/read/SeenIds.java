package io.concor.kafka.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of unique events of a partition that came lately, as hashes of 16 bytes in slices of time. An id is remembered for as
 * long as it is to be, and up to an eighth longer; where ids are too many, the oldest are forgotten before. For the reader's
 * thread.
 */
final class SeenIds {

    private static final Logger LOG = LoggerFactory.getLogger(SeenIds.class);
    /** About 200 MB at most, where one process owns all partitions. */
    private static final int MOST_OF_QUEUE = 5_000_000;

    private static final int LEAST_SHARE = 1_000;
    private static final int SLICES = 8;

    private final Object partition;
    private final long rememberMillis;
    private final int most;
    private final MessageDigest digest = digest();
    /** The oldest first. */
    private final Deque<IdSlice> slices = new ArrayDeque<>();

    private int size;
    private boolean warned;

    /**
     * @param partition that of the events, for the log
     * @param most how many are remembered at most, about
     */
    SeenIds(Object partition, long rememberMillis, int most) {
        this.partition = partition;
        this.rememberMillis = rememberMillis;
        this.most = most;
    }

    /** Returns how many ids are remembered of each partition of a queue. */
    static int share(int partitions) {
        return Math.max(LEAST_SHARE, MOST_OF_QUEUE / partitions);
    }

    /** Adds an id that came. Returns false if it is remembered already. */
    boolean add(String id, long putAt) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
        long high = hash.getLong();
        long low = hash.getLong();
        for (IdSlice slice : slices) {
            if (putAt - slice.newest() < rememberMillis && slice.contains(high, low)) {
                return false;
            }
        }
        sliceFor(putAt).add(high, low, putAt);
        size++;
        if (size > most) {
            forgetOldest();
        }
        return true;
    }

    private IdSlice sliceFor(long putAt) {
        IdSlice last = slices.peekLast();
        if (last == null
                || last.size() >= Math.max(1, most / SLICES)
                || putAt - last.begun() > rememberMillis / SLICES) {
            last = new IdSlice(putAt);
            slices.add(last);
        }
        return last;
    }

    private void forgetOldest() {
        size -= slices.remove().size();
        if (!warned) {
            warned = true;
            LOG.warn(
                    "More unique ids came in {} than the {} that are remembered: the oldest are forgotten before {} ms are"
                            + " over, and a second event of theirs is taken. Remember ids for less long",
                    partition,
                    most,
                    rememberMillis);
        }
    }

    /** Forgets what need not be remembered any more. */
    void forget(long nowMillis) {
        for (IdSlice oldest = slices.peek();
                oldest != null && nowMillis - oldest.newest() >= rememberMillis;
                oldest = slices.peek()) {
            size -= slices.remove().size();
        }
    }

    int size() {
        return size;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256"); // every JDK has it
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
