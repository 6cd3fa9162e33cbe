package io.concor.simulator.control;

import java.util.Locale;
import java.util.Optional;

/**
 * A control request that has been sent, and its response.
 *
 * @param atMillis time since the start of the run
 * @param tookMillis time until the response was complete
 * @param request method, URL and body
 * @param status HTTP status, or 0 if there was no response
 * @param answer the beginning of the response body, or the reason why there was no response
 */
public record SentControlRequest(double atMillis, double tookMillis, String request, int status, String answer) {

    private static final double MILLIS_PER_SECOND = 1000;

    /** Returns the time since the start of the run, in seconds. */
    public double atSeconds() {
        return atMillis / MILLIS_PER_SECOND;
    }

    /** Describes the layout change that the response reports, if it does. */
    public Optional<String> change() {
        return SlotChangeText.ofAnswer(answer);
    }

    /** Returns request and outcome in one line of printable characters, without the time and the response body. */
    public String text() {
        String outcome = status == 0 ? "no response, " + answer : "status " + status;
        return PrintableText.of(String.format(Locale.ROOT, "%s: %s (%.0f ms)", request, outcome, tookMillis));
    }
}
