package io.concor.simulator.queues.http;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An answer. The bytes are valid until the next request of the connection.
 *
 * @param status HTTP status
 * @param retryAfter header {@code Retry-After}, or null
 * @param bytes begins with the body
 * @param length length of the body
 */
public record ServerAnswer(int status, @Nullable String retryAfter, byte[] bytes, int length) {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final long MAX_PAUSE_SECONDS = 10;

    /** Whether the server has done nothing and asks for the request at a later time. */
    boolean isRefusedForNow() {
        return (status == UNAVAILABLE || status == TOO_MANY_REQUESTS) && retryAfter != null;
    }

    /** Whether the server may have done what was asked for, or not. */
    boolean isUncertain() {
        return status == REQUEST_TIMEOUT || status >= FIRST_SERVER_ERROR && !isRefusedForNow();
    }

    /** Returns the pause before the request is repeated: what the server asks for, up to 10 s; 1 s for a date. */
    long pauseNanos() {
        try {
            long seconds = retryAfter == null ? 1 : Long.parseLong(retryAfter);
            return TimeUnit.SECONDS.toNanos(Math.max(0, Math.min(seconds, MAX_PAUSE_SECONDS)));
        } catch (NumberFormatException e) {
            return TimeUnit.SECONDS.toNanos(1);
        }
    }
}
