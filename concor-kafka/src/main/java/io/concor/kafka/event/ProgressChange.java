package io.concor.kafka.event;

import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import org.jspecify.annotations.Nullable;

/**
 * What the end of an attempt changes in the progress of a partition.
 *
 * @param offset the place of the event
 * @param kept its failed attempts if it keeps its place; null if the place is done
 * @param key the key that a dead letter holds from now on, or null
 * @param hold that hold, or null
 * @param released the id of a dead letter that holds its key no longer, or null
 * @param purged whether no dead letter holds its key any longer
 */
public record ProgressChange(
        long offset,
        @Nullable KeptTry kept,
        @Nullable String key,
        @Nullable KeyHold hold,
        @Nullable String released,
        boolean purged) {

    /** Returns that a place is done. */
    public static ProgressChange done(long offset, @Nullable String released) {
        return new ProgressChange(offset, null, null, null, released, false);
    }

    /** Returns that a place is done, and that no key is held any longer. */
    public static ProgressChange purged(long offset) {
        return new ProgressChange(offset, null, null, null, null, true);
    }

    /** Returns that an event keeps its place. */
    public static ProgressChange kept(long offset, KeptTry kept) {
        return new ProgressChange(offset, kept, null, null, null, false);
    }

    /** Returns that an event has become a dead letter that holds its key. */
    public static ProgressChange held(long offset, String key, KeyHold hold, @Nullable String released) {
        return new ProgressChange(offset, null, key, hold, released, false);
    }
}
