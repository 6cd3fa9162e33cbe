package io.concor.kafka.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition is handled.
 *
 * @param position where reading goes on: whatever lies below and is not pending is done
 * @param pending the offsets below the position that are not done
 * @param tries the failed attempts of pending events that keep their places, by offset
 * @param holds the keys that dead letters hold, by their {@linkplain HeldKey names}
 * @param ahead the offsets from the position on that are done already
 * @param topic the topic whose offsets these are, as another one of its name may follow it; null if that is not known
 * @param begun the attempts that may be in work
 * @param leaderEpoch that of the record before the position: where brokers have lost records, later ones in their places have another
 *     one; {@link #UNKNOWN} if it is not known
 */
public record ProgressRecord(
        long position,
        OffsetRuns pending,
        Map<Long, KeptTry> tries,
        Map<String, KeyHold> holds,
        Set<Long> ahead,
        @Nullable Uuid topic,
        BegunAttempts begun,
        int leaderEpoch) {

    /** The key of these records in the topic. */
    public static final String KEY = "progress";

    /** No epoch. */
    public static final int UNKNOWN = -1;

    private static final int VERSION = 1;

    /** Returns that of a partition in which nothing is in work. */
    public ProgressRecord(
            long position,
            OffsetRuns pending,
            Map<Long, KeptTry> tries,
            Map<String, KeyHold> holds,
            Set<Long> ahead,
            @Nullable Uuid topic) {
        this(position, pending, tries, holds, ahead, topic, BegunAttempts.none(), UNKNOWN);
    }

    /** Returns that of a partition of which nothing was read. */
    public static ProgressRecord none() {
        return new ProgressRecord(0, new OffsetRuns(), Map.of(), Map.of(), Set.of(), null);
    }

    /** Returns whether it can be found out if brokers have lost records that this says are done. */
    public boolean isChecked(Uuid present) {
        return leaderEpoch != UNKNOWN && position > 0 && present.equals(topic);
    }

    /** Returns whether this is about another topic of the same name than the present one, and says nothing about that. */
    public boolean isOfAnother(Uuid present, long end) {
        return topic == null ? position > end : !topic.equals(present);
    }

    /**
     * Returns this for the topic as it is.
     *
     * @param present the topic that there is now
     * @param end its end, which lies below the position if brokers have lost records
     */
    public ProgressRecord in(Uuid present, long end) {
        ProgressRecord known = isOfAnother(present, end) ? none() : this;
        OffsetRuns left = known.pending.copy();
        left.removeFrom(end);
        Map<Long, KeptTry> leftTries = new HashMap<>(known.tries);
        leftTries.keySet().removeIf(offset -> offset >= end);
        Set<Long> leftAhead = new HashSet<>(known.ahead);
        leftAhead.removeIf(offset -> offset >= end);
        return new ProgressRecord(
                Math.min(known.position, end),
                left,
                leftTries,
                known.holds,
                leftAhead,
                present,
                known.begun.below(end),
                known.leaderEpoch);
    }

    /** Returns this with what transactions of a database have ended besides, some of which it may know. */
    public ProgressRecord with(List<DoneRecord> others) {
        OffsetRuns left = pending.copy();
        Map<Long, KeptTry> leftTries = new HashMap<>(tries);
        Map<String, KeyHold> leftHolds = new HashMap<>(holds);
        Set<Long> doneAhead = new HashSet<>(ahead);
        BegunAttempts leftBegun = begun;
        for (DoneRecord each : others) {
            for (long offset : each.offsets()) {
                leftTries.remove(offset);
                left.remove(offset);
                if (offset >= position) {
                    doneAhead.add(offset);
                }
            }
            leftHolds.values().removeIf(hold -> each.released().contains(hold.letter()));
            leftBegun = leftBegun.without(each.offsets());
        }
        return new ProgressRecord(position, left, leftTries, leftHolds, doneAhead, topic, leftBegun, leaderEpoch);
    }

    /** Returns the lowest offset that is not done. */
    public long low() {
        return pending.first(position);
    }

    /** Returns it as bytes: numbers of variable length, offsets as differences. */
    public byte[] write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(32 + 4 * pending.runs());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            writeNumber(out, position);
            pending.write(out);
            writeNumber(out, tries.size());
            for (Map.Entry<Long, KeptTry> each : tries.entrySet()) {
                writeNumber(out, each.getKey());
                writeTry(out, each.getValue());
            }
            writeNumber(out, holds.size());
            for (Map.Entry<String, KeyHold> each : holds.entrySet()) {
                out.writeUTF(each.getKey());
                out.writeUTF(each.getValue().letter());
                writeNumber(out, each.getValue().rank());
            }
            writeNumber(out, ahead.size());
            for (long each : ahead) {
                writeNumber(out, each - position);
            }
            if (topic != null || !begun.isEmpty()) {
                Uuid known = topic == null ? Uuid.ZERO_UUID : topic;
                out.writeLong(known.getMostSignificantBits());
                out.writeLong(known.getLeastSignificantBits());
                begun.write(out);
                writeNumber(out, leaderEpoch + 1L);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void writeTry(DataOutputStream out, KeptTry kept) throws IOException {
        writeNumber(out, kept.tries().count());
        writeNumber(out, kept.tries().firstFailed());
        writeNumber(out, kept.tries().lastFailed());
        writeNumber(out, kept.dueAt());
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IllegalStateException if it was written by a later version
     */
    public static ProgressRecord read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalStateException("its version " + version
                        + " is unknown: a later version of Concor has written it. Update this process");
            }
            long position = readNumber(in);
            OffsetRuns pending = OffsetRuns.read(in);
            Map<Long, KeptTry> tries = new HashMap<>();
            for (long left = readNumber(in); left > 0; left--) {
                tries.put(readNumber(in), readTry(in));
            }
            Map<String, KeyHold> holds = new HashMap<>();
            for (long left = readNumber(in); left > 0; left--) {
                holds.put(in.readUTF(), new KeyHold(in.readUTF(), readNumber(in)));
            }
            Set<Long> ahead = readAhead(in, position);
            Uuid topic = readTopic(in);
            BegunAttempts begun = in.available() == 0 ? BegunAttempts.none() : BegunAttempts.read(in);
            int leaderEpoch = in.available() == 0 ? UNKNOWN : (int) readNumber(in) - 1;
            return new ProgressRecord(position, pending, tries, holds, ahead, topic, begun, leaderEpoch);
        } catch (IOException cut) {
            throw new IllegalStateException("it is cut or damaged", cut);
        }
    }

    private static Set<Long> readAhead(DataInputStream in, long position) throws IOException {
        Set<Long> ahead = new HashSet<>();
        for (long left = readNumber(in); left > 0; left--) {
            ahead.add(position + readNumber(in));
        }
        return ahead;
    }

    private static @Nullable Uuid readTopic(DataInputStream in) throws IOException {
        Uuid read = in.available() == 0 ? Uuid.ZERO_UUID : new Uuid(in.readLong(), in.readLong());
        return read.equals(Uuid.ZERO_UUID) ? null : read;
    }

    private static KeptTry readTry(DataInputStream in) throws IOException {
        return new KeptTry(new FailedTries((int) readNumber(in), readNumber(in), readNumber(in)), readNumber(in));
    }

    /** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
    static void writeNumber(DataOutputStream out, long number) throws IOException {
        long left = number;
        while ((left & ~0x7FL) != 0) {
            out.writeByte((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        out.writeByte((int) left);
    }

    static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        int shift = 0;
        int next = in.readByte();
        while ((next & 0x80) != 0) {
            number |= (long) (next & 0x7F) << shift;
            shift += 7;
            next = in.readByte();
        }
        return number | (long) next << shift;
    }
}
