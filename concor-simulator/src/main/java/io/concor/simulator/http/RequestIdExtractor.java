package io.concor.simulator.http;

import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts the request id from the body of each callback and passes it to a listener. Thread-safe. */
final class RequestIdExtractor {

    /** No request has this id, so a callback without an id counts as unknown. */
    private static final long NO_ID = -1;

    private final Pattern pattern;
    private volatile LongConsumer listener = id -> {};

    RequestIdExtractor(Pattern pattern) {
        this.pattern = pattern;
    }

    void setListener(LongConsumer listener) {
        this.listener = listener;
    }

    void received(String body) {
        Matcher matcher = pattern.matcher(body);
        listener.accept(matcher.find() ? parse(matcher.group(1)) : NO_ID);
    }

    private static long parse(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return NO_ID;
        }
    }
}
