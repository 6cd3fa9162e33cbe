package io.concor.experiments.durable.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Compares effects, read one by one, with the ledger. Needs two bits for each event and a number for each key. For one
 * thread.
 */
final class Comparison {

    private static final int EXAMPLES = 5;

    private final Ledger ledger;
    private final BitSet done = new BitSet();
    /** The highest accepted event of each key so far, by the order of effects. */
    private final int[] last;

    private final List<String> examples = new ArrayList<>();
    private long effects;
    private long unexpected;
    private long doubles;
    private long inversions;

    Comparison(Ledger ledger) {
        this.ledger = ledger;
        this.last = new int[ledger.keys()];
    }

    /** Adds the next effect. Effects are added by their position. */
    void add(long position, long event, int key, String process) {
        effects++;
        if (!ledger.wasSent(event) || ledger.key((int) event) != key || ledger.wasTakenBack((int) event)) {
            unexpected++;
            example(unexpected, "unexpected", position, event, key, process);
        } else if (done.get((int) event)) {
            doubles++;
            example(doubles, "double", position, event, key, process);
        } else {
            done.set((int) event);
            order(position, (int) event, key, process);
        }
    }

    /** An event whose put failed has no place in the order: its commit may have come at any time. */
    private void order(long position, int event, int key, String process) {
        if (!ledger.wasAccepted(event)) {
            return;
        }
        if (event + 1 < last[key]) {
            inversions++;
            example(inversions, "out of order, after %d".formatted(last[key] - 1), position, event, key, process);
        }
        last[key] = Math.max(last[key], event + 1);
    }

    /** Keeps the first ones of each kind. */
    private void example(long count, String what, long position, long event, int key, String process) {
        if (count <= EXAMPLES) {
            examples.add("%s: event %d of key %d at position %d by %s".formatted(what, event, key, position, process));
        }
    }

    /** Returns the result after all effects were added. */
    CheckResult result() {
        BitSet lost = ledger.expected();
        lost.andNot(done);
        List<String> all = new ArrayList<>(examples);
        if (!lost.isEmpty()) {
            all.add("lost: "
                    + lost.stream().limit(EXAMPLES).mapToObj(Integer::toString).collect(Collectors.joining(", ")));
        }
        return new CheckResult(
                ledger.sent(),
                ledger.accepted(),
                ledger.takenBack(),
                effects,
                lost.cardinality(),
                unexpected,
                doubles,
                inversions,
                all);
    }
}
