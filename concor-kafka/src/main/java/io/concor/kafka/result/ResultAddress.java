package io.concor.kafka.result;

import java.util.Optional;

/**
 * Where a store receives results of a flow.
 *
 * @param partition of the topic of results
 * @param asker the name of the store
 */
record ResultAddress(int partition, String asker) {

    private static final int MOST_ASKER = 100;
    private static final int MOST_DIGITS = 5;

    /** Returns the address as the header of an event has it. */
    String text() {
        return partition + ":" + asker;
    }

    /** Returns the address that a header has; nothing if it is none: others may write into the topics of events. */
    static Optional<ResultAddress> parse(String text) {
        int end = text.indexOf(':');
        String asker = text.substring(end + 1);
        boolean fits = end > 0
                && end <= MOST_DIGITS
                && text.chars().limit(end).allMatch(digit -> digit >= '0' && digit <= '9')
                && !asker.isEmpty()
                && asker.length() <= MOST_ASKER;
        return fits
                ? Optional.of(new ResultAddress(Integer.parseInt(text.substring(0, end)), asker))
                : Optional.empty();
    }
}
