package io.concor.kafka.write;

import io.concor.kafka.event.RemoteEnd;
import java.util.ArrayList;
import java.util.List;

/** How much goes into one transaction: less after one that did not come through, more again after others. For one thread. */
final class TransactionSize {

    private static final int MOST_ENDS = 2_000;
    private static final long MOST_BYTES = 8L << 20;

    private int ends = MOST_ENDS;

    /** Returns ends in their order, in parts that each go into one transaction. */
    List<List<RemoteEnd>> parts(List<RemoteEnd> all) {
        List<List<RemoteEnd>> parts = new ArrayList<>();
        int from = 0;
        while (from < all.size()) {
            int to = endOfPart(all, from);
            parts.add(all.subList(from, to));
            from = to;
        }
        return parts;
    }

    /** One that is larger than all may be goes alone. */
    private int endOfPart(List<RemoteEnd> all, int from) {
        int to = from + 1;
        long bytes = all.get(from).bytes();
        while (to < all.size() && to - from < ends) {
            bytes += all.get(to).bytes();
            if (bytes > MOST_BYTES) {
                return to;
            }
            to++;
        }
        return to;
    }

    /** A transaction did not come through in time, or was ended by others. */
    void failed() {
        ends = Math.max(1, ends / 2);
    }

    /** A transaction was committed. */
    void committed() {
        ends = Math.min(MOST_ENDS, ends * 2);
    }
}
