package io.concor.simulator.http;

import io.concor.simulator.load.CallbackHandler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the ids of requests in what a service sends, and tells them. May be shared by threads. */
final class RequestIdExtractor {

    /** What stands for a call without an id: no request has it, so that the call is counted as unknown. */
    private static final long NONE = -1;

    private final Pattern pattern;
    private volatile CallbackHandler arrivals = id -> {};

    RequestIdExtractor(Pattern pattern) {
        this.pattern = pattern;
    }

    void tell(CallbackHandler to) {
        arrivals = to;
    }

    void received(String body) {
        Matcher matcher = pattern.matcher(body);
        arrivals.arrived(matcher.find() ? number(matcher.group(1)) : NONE);
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException other) {
            return NONE;
        }
    }
}
