package io.concor.kafka.record;

import static io.concor.kafka.record.ProgressRecord.readNumber;
import static io.concor.kafka.record.ProgressRecord.writeNumber;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The attempts that the owner of a partition may have begun, and those that were lost with former owners. It is written before they
 * run.
 *
 * @param owner who it is; {@link #NO_OWNER} if nothing is in work
 * @param to the first attempts of pending events below this offset may have begun
 * @param again the offsets of events whose attempt has begun although one was lost before
 * @param once the offsets of events of which at least one attempt was lost
 * @param more how many were lost besides that one
 */
public record BegunAttempts(long owner, long to, Set<Long> again, OffsetRuns once, Map<Long, Integer> more) {

    /** No owner. */
    public static final long NO_OWNER = 0;

    /** Returns that nothing has begun. */
    public static BegunAttempts none() {
        return new BegunAttempts(NO_OWNER, 0, Set.of(), new OffsetRuns(), Map.of());
    }

    /** Returns whether there is nothing to say. */
    boolean isEmpty() {
        return owner == NO_OWNER && once.size() == 0;
    }

    /** Returns this without events that have ended. */
    BegunAttempts without(Collection<Long> ended) {
        OffsetRuns left = once.copy();
        ended.forEach(left::remove);
        return with(to, left);
    }

    /** Returns this for a partition that ends at an offset. */
    BegunAttempts below(long end) {
        OffsetRuns left = once.copy();
        left.removeFrom(end);
        return with(Math.min(to, end), left);
    }

    private BegunAttempts with(long upTo, OffsetRuns left) {
        Set<Long> leftAgain = new HashSet<>(again);
        leftAgain.removeIf(offset -> !left.contains(offset));
        Map<Long, Integer> leftMore = new HashMap<>(more);
        leftMore.keySet().removeIf(offset -> !left.contains(offset));
        return new BegunAttempts(owner, upTo, leftAgain, left, leftMore);
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(owner);
        writeNumber(out, to);
        once.write(out);
        writeNumber(out, again.size());
        for (long offset : again) {
            writeNumber(out, offset);
        }
        writeNumber(out, more.size());
        for (Map.Entry<Long, Integer> each : more.entrySet()) {
            writeNumber(out, each.getKey());
            writeNumber(out, each.getValue());
        }
    }

    static BegunAttempts read(DataInputStream in) throws IOException {
        long owner = in.readLong();
        long to = readNumber(in);
        OffsetRuns once = OffsetRuns.read(in);
        Set<Long> again = new HashSet<>();
        for (long left = readNumber(in); left > 0; left--) {
            again.add(readNumber(in));
        }
        Map<Long, Integer> more = new HashMap<>();
        for (long left = readNumber(in); left > 0; left--) {
            more.put(readNumber(in), (int) readNumber(in));
        }
        return new BegunAttempts(owner, to, again, once, more);
    }
}
