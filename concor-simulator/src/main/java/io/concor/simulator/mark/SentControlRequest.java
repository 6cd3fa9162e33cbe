package io.concor.simulator.mark;

import java.util.Locale;

/**
 * A mark that was sent.
 *
 * @param atMillis when, since the start of the run
 * @param tookMillis until the answer had come
 * @param request method, URL and body
 * @param status HTTP status, or 0 if no answer came
 * @param answer body of the answer, or what happened in its place; the beginning of it if it is long
 */
public record SentControlRequest(double atMillis, double tookMillis, String request, int status, String answer) {

    private static final double MILLIS_PER_SECOND = 1000;

    /** When, in seconds since the start of the run. */
    public double atSeconds() {
        return atMillis / MILLIS_PER_SECOND;
    }

    /** In a line, without the answer and its time. */
    public String text() {
        String outcome = status == 0 ? "no answer, " + answer : "status " + status;
        return String.format(Locale.ROOT, "%s: %s (%.0f ms)", request, outcome, tookMillis);
    }
}
