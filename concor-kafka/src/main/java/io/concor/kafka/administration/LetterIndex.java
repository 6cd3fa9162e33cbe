package io.concor.kafka.administration;

import io.concor.kafka.record.HeldKey;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.record.RecordSize;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.StoredText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters of a queue there are, as their topic says up to a place: where each lies, and what they are chosen by. If there are
 * too many for the memory, the first ones are known, and the others are counted; they are read again when half of the first ones are
 * gone. One thread adds, any may ask.
 */
final class LetterIndex {

    /** What has this key says whether the queue is paused. */
    static final String PAUSED = "concor-paused";

    /** So many letters have their holds in memory: what is held is looked at more often than it changes. */
    private static final int MOST_HOLDS = 200;

    private final Budget budget;

    // all guarded by this
    private final Map<String, Entry> known = new LinkedHashMap<>(); // in the order of their places
    private final TreeMap<Long, KeyHold> holds = new TreeMap<>();
    private long readTo;
    private long beyond;
    private long beyondFrom = -1;
    private int knownThen;
    private boolean forgotten;

    LetterIndex(Budget budget) {
        this.budget = budget;
    }

    /**
     * A dead letter.
     *
     * @param name the {@linkplain HeldKey name} of its id
     * @param place where it lies
     * @param event the name of the id of its event
     * @param error the class name of the error
     * @param lastFailed when the last attempt failed
     * @param bytes how large its record is
     * @param holds whether later events of its key wait for it
     */
    record Entry(String name, long place, String event, String error, long lastFailed, int bytes, boolean holds) {}

    /** How many dead letters a process knows, of all queues. For the thread that adds. */
    static final class Budget {

        private final int most;
        private final int leastOfQueue;
        private int used;

        /** @param leastOfQueue how many a queue may have, whatever others have */
        Budget(int most, int leastOfQueue) {
            this.most = most;
            this.leastOfQueue = leastOfQueue;
        }

        private boolean allows(int ofQueue) {
            return ofQueue < leastOfQueue || used < most;
        }
    }

    /** Returns whether a record says that the queue is paused, or is no longer. */
    static boolean isPause(ConsumerRecord<byte[], byte[]> found) {
        return PAUSED.equals(new String(found.key(), StandardCharsets.ISO_8859_1));
    }

    /** Returns by what a dead letter of an id is known: keys that others have written may be no text, and long. */
    static String name(byte[] id) {
        return HeldKey.name(new String(id, StandardCharsets.ISO_8859_1));
    }

    // what the topic says

    /** Takes a record. Those that it has taken are left out. */
    synchronized void take(ConsumerRecord<byte[], byte[]> found) {
        if (found.offset() < readTo) {
            return;
        }
        readTo = found.offset() + 1;
        if (!isPause(found)) {
            String name = name(found.key());
            boolean was = remove(name);
            if (found.value() != null) {
                add(name, found);
            } else if (!was && beyondFrom >= 0) {
                beyond = Math.max(0, beyond - 1);
            }
        }
    }

    private boolean remove(String name) {
        Entry gone = known.remove(name);
        if (gone != null) {
            budget.used--;
            holds.remove(gone.place());
        }
        return gone != null;
    }

    private void add(String name, ConsumerRecord<byte[], byte[]> found) {
        if (beyondFrom < 0 && !budget.allows(known.size())) {
            beyondFrom = found.offset();
            knownThen = known.size();
        }
        if (beyondFrom >= 0) {
            beyond++;
            return;
        }
        NumberedLetter letter = NumberedLetter.at(found.offset(), RecordCodec.readLetter(found));
        known.put(name, entry(name, found, letter));
        budget.used++;
        if (letter.holds() && holds.size() < MOST_HOLDS && fits(letter.hold())) {
            holds.put(found.offset(), letter.hold());
        }
    }

    private static Entry entry(String name, ConsumerRecord<byte[], byte[]> found, NumberedLetter numbered) {
        LetterRecord letter = numbered.letter();
        return new Entry(
                name,
                found.offset(),
                HeldKey.name(letter.event().id()),
                letter.failure().errorType().intern(), // a few, of many letters
                letter.event().tries().lastFailed(),
                RecordSize.of(found),
                numbered.holds());
    }

    private static boolean fits(KeyHold hold) {
        String key = hold.key();
        return hold.eventId().length() <= StoredText.MOST_NAME && (key == null || key.length() <= StoredText.MOST_KEY);
    }

    /** All below a place was taken. */
    synchronized void read(long to) {
        readTo = Math.max(readTo, to);
        notifyAll();
    }

    synchronized long readTo() {
        return readTo;
    }

    /** Returns whether there is room for such as are only counted. */
    synchronized boolean mayKnowMore() {
        return beyondFrom >= 0 && known.size() <= knownThen / 2;
    }

    /** Has what is only counted read again. */
    synchronized void knowMore() {
        readTo = beyondFrom;
        beyond = 0;
        beyondFrom = -1;
    }

    /** The queue is followed no longer. For the thread that adds. */
    synchronized void forget() {
        budget.used -= known.size();
        forgotten = true;
        known.clear();
        holds.clear();
    }

    // what is asked

    /** Waits until all below a place was taken. Returns false if the time is over before. */
    synchronized boolean awaitRead(long to, long nanos) {
        long until = System.nanoTime() + nanos;
        while (readTo < to) {
            long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (millis <= 0) {
                return false;
            }
            try {
                wait(millis);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /** Returns how many there are, the others included. */
    synchronized long count() {
        return known.size() + beyond;
    }

    /** Returns whether all below a place is known that will be. */
    synchronized boolean isSettled(long to) {
        return !forgotten && readTo >= to && !mayKnowMore();
    }

    /** Returns whether none is only counted. */
    synchronized boolean isComplete() {
        return beyondFrom < 0;
    }

    /** Returns the place of the letter of an id; nothing if none is known. */
    synchronized @Nullable Long place(String id) {
        Entry found = known.get(name(RecordCodec.key(id)));
        return found == null ? null : found.place();
    }

    /**
     * Some dead letters.
     *
     * @param places where they lie, in ascending order
     * @param finished whether these are all
     */
    record Choice(List<Long> places, boolean finished) {}

    /**
     * Returns the first dead letters of those that fit.
     *
     * @param most how many at most
     * @param mostBytes of their records; but one is chosen whatever its size
     */
    synchronized Choice choose(Predicate<Entry> which, int most, long mostBytes) {
        List<Long> places = new ArrayList<>();
        long bytes = 0;
        for (Entry each : known.values()) {
            if (which.test(each)) {
                bytes += each.bytes();
                if (places.size() == most || !places.isEmpty() && bytes > mostBytes) {
                    return new Choice(places, false);
                }
                places.add(each.place());
            }
        }
        return new Choice(places, true);
    }

    /** Returns the holds of those that lie at places, as far as they are in memory. */
    synchronized Map<Long, KeyHold> holds(List<Long> places) {
        Map<Long, KeyHold> found = new TreeMap<>(holds);
        found.keySet().retainAll(places);
        return found;
    }
}
