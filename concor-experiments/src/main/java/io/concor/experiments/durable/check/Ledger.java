package io.concor.experiments.durable.check;

import java.util.BitSet;
import java.util.List;

/**
 * What was sent, accepted and taken back: the truth, kept outside of the processes under test. One bit for each event and
 * answer. Thread-safe.
 *
 * <p>Each instance has numbers of its own (the instance, plus a multiple of the number of instances) and keys of its own,
 * so that the order in which the events of a key are put is known.
 */
final class Ledger {

    /** An odd number close to the golden ratio of 2^32, so that neighbours get different keys. */
    private static final int SPREAD = 0x9E3779B9;

    private final int instances;
    private final int keys;
    private final int[] sent;
    private final BitSet accepted = new BitSet();
    private final BitSet takenBack = new BitSet();

    /** Creates an empty ledger. Instances without a key send nothing. */
    Ledger(int instances, int keys) {
        this.instances = instances;
        this.keys = keys;
        this.sent = new int[instances];
    }

    int keys() {
        return keys;
    }

    /** Whether this instance sends. */
    boolean hasKeys(int instance) {
        return instance < keys;
    }

    /** Returns the number of the event that the instance sends now. */
    synchronized int send(int instance) {
        return instance + instances * sent[instance]++;
    }

    /** Returns the key of an event. */
    int key(int number) {
        int instance = number % instances;
        int own = (keys - instance + instances - 1) / instances;
        return instance + instances * Integer.remainderUnsigned(number * SPREAD, own);
    }

    synchronized boolean wasSent(long number) {
        return number >= 0 && number <= Integer.MAX_VALUE && number / instances < sent[(int) (number % instances)];
    }

    synchronized void accept(List<Integer> numbers) {
        numbers.forEach(accepted::set);
    }

    /** The subject has given these events up, on purpose and by its report: they must have no effect. */
    synchronized void takeBack(List<Integer> numbers) {
        numbers.forEach(takenBack::set);
    }

    synchronized boolean wasAccepted(int number) {
        return accepted.get(number);
    }

    synchronized boolean wasTakenBack(int number) {
        return takenBack.get(number);
    }

    synchronized long sent() {
        long sum = 0;
        for (int each : sent) {
            sum += each;
        }
        return sum;
    }

    synchronized long accepted() {
        return accepted.cardinality();
    }

    synchronized long takenBack() {
        return takenBack.cardinality();
    }

    /** Returns a copy of what must have an effect. */
    synchronized BitSet expected() {
        BitSet expected = (BitSet) accepted.clone();
        expected.andNot(takenBack);
        return expected;
    }
}
