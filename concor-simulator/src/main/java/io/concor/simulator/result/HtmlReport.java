package io.concor.simulator.result;

import io.concor.simulator.load.Account;
import io.concor.simulator.load.Second;
import io.concor.simulator.mark.Marked;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One page that needs nothing else: charts over time, and around each mark. */
final class HtmlReport {

    private static final double WINDOWS_PER_SECOND = 100;
    private static final double MILLIS = 1000;
    private static final int BEFORE_SECONDS = 1;
    private static final int AFTER_SECONDS = 5;
    private static final String BLUE = "#1f6fb4";
    private static final String ORANGE = "#d9730d";
    private static final String GREY = "#999999";
    private static final String RED = "#c0392b";

    private final Result result;
    private final List<Second> seconds;

    HtmlReport(Result result) {
        this.result = result;
        this.seconds = result.account().seconds();
    }

    String html() {
        return template()
                .replace("${name}", Html.escape(result.name()))
                .replace("${summary}", Html.escape(result.summary()))
                .replace("${facts}", facts())
                .replace("${charts}", charts())
                .replace("${marks}", marks());
    }

    private String facts() {
        String facts = "%s %s, %s, completed by %s, started %s, on %s"
                .formatted(
                        result.profile(),
                        result.settings(),
                        result.url(),
                        result.completedBy(),
                        result.started(),
                        result.machine());
        return Html.escape(facts);
    }

    private String charts() {
        return throughput().svg() + latency().svg() + queued().svg();
    }

    private Chart throughput() {
        return chart(
                "Requests per second",
                Chart.Scale.LINEAR,
                line("due", GREY, Second::rate),
                line("issued", ORANGE, Second::issued),
                line("completed", BLUE, Second::completed));
    }

    private Chart latency() {
        return chart(
                "Latency in ms",
                Chart.Scale.LOGARITHMIC,
                line("p50", BLUE, second -> second.latencies().p50Micros() / MILLIS),
                line("p99", ORANGE, second -> second.latencies().p99Micros() / MILLIS),
                line("max", RED, second -> second.latencies().maxMicros() / MILLIS),
                line("simulator late, max", GREY, second -> second.lateness().maxMicros() / MILLIS));
    }

    private Chart queued() {
        return chart(
                "Requests in flight, failed and not sent",
                Chart.Scale.LINEAR,
                line("in flight", BLUE, Second::inFlight),
                line("failed", RED, Second::failed),
                line("not sent", ORANGE, Second::notSent));
    }

    private Chart chart(String title, Chart.Scale scale, Series... series) {
        return new Chart(title, scale, 0, Math.max(1, seconds.size()), List.of(series), result.marks());
    }

    private Series line(String name, String colour, ToDoubleFunction<Second> value) {
        return new Series(
                name,
                colour,
                seconds.stream()
                        .map(second -> new Series.Point(second.second() + 0.5, value.applyAsDouble(second)))
                        .toList());
    }

    private String marks() {
        return result.marks().stream().map(this::mark).collect(Collectors.joining());
    }

    private String mark(Marked mark) {
        String text = "<h2>After %s s</h2><p>%s</p><p>Status %d after %s ms: <code>%s</code></p>"
                .formatted(
                        Html.number(mark.atMillis() / MILLIS),
                        Html.escape(mark.request()),
                        mark.status(),
                        Html.number(mark.tookMillis()),
                        Html.escape(mark.answer()));
        return text + around(mark).svg();
    }

    private Chart around(Marked mark) {
        double from = Math.max(0, Math.floor(mark.atMillis() / MILLIS) - BEFORE_SECONDS);
        double to = from + BEFORE_SECONDS + AFTER_SECONDS;
        Account account = result.account();
        return new Chart(
                "Requests per 10 ms",
                Chart.Scale.LINEAR,
                from,
                to,
                List.of(
                        windows("issued", ORANGE, account.issuedWindows(), from, to),
                        windows("completed", BLUE, account.completedWindows(), from, to)),
                result.marks());
    }

    private static Series windows(String name, String colour, int[] counts, double from, double to) {
        int first = (int) (from * WINDOWS_PER_SECOND);
        int last = Math.min(counts.length, (int) (to * WINDOWS_PER_SECOND));
        return new Series(
                name,
                colour,
                IntStream.range(first, Math.max(first, last))
                        .mapToObj(window -> new Series.Point((window + 0.5) / WINDOWS_PER_SECOND, counts[window]))
                        .toList());
    }

    private static String template() {
        try (InputStream page = HtmlReport.class.getResourceAsStream("report.html")) {
            return new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
