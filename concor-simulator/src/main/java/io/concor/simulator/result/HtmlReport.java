package io.concor.simulator.result;

import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.load.StabilityCriteria;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The report: a self-contained page with charts of the whole run and of the time around each control request. */
final class HtmlReport {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final double MICROS_PER_MILLI = 1000;
    private static final int BEFORE_SECONDS = 1;
    private static final int AFTER_SECONDS = 5;

    /** Defined in the style of the page for light and dark mode. */
    private static final String BLUE = "var(--blue)";

    private static final String ORANGE = "var(--orange)";
    private static final String GREY = "var(--grey)";
    private static final String RED = "var(--red)";

    private final RunResult result;
    private final List<SecondStatistics> seconds;
    private final List<TimelineEntry> timeline;

    HtmlReport(RunResult result) {
        this.result = result;
        this.seconds = result.account().seconds();
        this.timeline = TimelineEntry.of(result);
    }

    String html() {
        Map<String, String> parts = Map.of(
                "name", Html.escape(result.name()),
                "summary", Html.escape(result.summary()),
                "facts", facts(),
                "charts", throughput() + latency() + backlog(),
                "timeline", timeline.stream().map(this::section).collect(Collectors.joining()));
        // a single pass: a value may contain the text of a placeholder
        return PLACEHOLDER
                .matcher(template())
                .replaceAll(found -> Matcher.quoteReplacement(Objects.requireNonNull(parts.get(found.group(1)))));
    }

    private String facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Profile", result.profile() + ": " + fields(result.settings()));
        if (result.leadInSeconds() > 0) {
            facts.put("Lead-in", result.leadInSeconds() + " s, not counted");
        }
        facts.put("Maximum in flight", Integer.toString(result.maxInFlight()));
        facts.put("Requests to", result.url());
        facts.put("Completed by", result.completedBy());
        StabilityCriteria stability = result.stability();
        if (stability != null) {
            facts.put("Stability criteria", fields(stability));
        }
        facts.put("Started", result.started());
        facts.put("Simulator host", fields(result.machine()));
        return facts.entrySet().stream()
                .map(fact -> "<dt>%s</dt><dd>%s</dd>".formatted(fact.getKey(), Html.escape(fact.getValue())))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the components of a record as text, without its name. */
    private static String fields(Object values) {
        String text = values.toString();
        return text.substring(text.indexOf('[') + 1, text.length() - 1);
    }

    private String throughput() {
        return chart(
                "Requests per second",
                Chart.Scale.LINEAR,
                line("due", GREY, second -> true, SecondStatistics::rate),
                line("issued", ORANGE, second -> true, SecondStatistics::issued),
                line("completed", BLUE, second -> true, SecondStatistics::completed));
    }

    private String latency() {
        Predicate<SecondStatistics> completed = second -> second.completed() > 0;
        return chart(
                "Latency in ms",
                Chart.Scale.LOGARITHMIC,
                line("p50", BLUE, completed, second -> second.latencies().p50Micros() / MICROS_PER_MILLI),
                line("p99", ORANGE, completed, second -> second.latencies().p99Micros() / MICROS_PER_MILLI),
                line("max", RED, completed, second -> second.latencies().maxMicros() / MICROS_PER_MILLI),
                line(
                        "lateness of the simulator, max",
                        GREY,
                        second -> second.issued() > 0,
                        second -> second.lateness().maxMicros() / MICROS_PER_MILLI));
    }

    private String backlog() {
        return chart(
                "Requests in flight, failed and not sent",
                Chart.Scale.LINEAR,
                line("in flight", BLUE, second -> true, SecondStatistics::inFlight),
                line("failed", RED, second -> true, SecondStatistics::failed),
                line("not sent", ORANGE, second -> true, SecondStatistics::notSent));
    }

    private String chart(String title, Chart.Scale scale, Series... series) {
        return figure(title, scale, 0, Math.max(1, seconds.size()), List.of(series));
    }

    private String figure(String title, Chart.Scale scale, double from, double to, List<Series> series) {
        Chart chart = new Chart(
                title,
                scale,
                from,
                to,
                series,
                timeline.stream().map(TimelineEntry::marker).toList());
        return "<div class=\"chart\">" + chart.svg() + "</div>\n";
    }

    /** Returns a line through the middle of the measured seconds. */
    private Series line(
            String name,
            String colour,
            Predicate<SecondStatistics> measured,
            ToDoubleFunction<SecondStatistics> value) {
        List<Series.Point> points = seconds.stream()
                .filter(measured)
                .map(second -> new Series.Point(second.second() + 0.5, value.applyAsDouble(second)))
                .toList();
        return new Series(name, colour, points.size() == 1 ? acrossSecond(points.get(0)) : points);
    }

    /** Returns a line across the whole second, because a single point is not visible. */
    private static List<Series.Point> acrossSecond(Series.Point middle) {
        return List.of(new Series.Point(middle.x() - 0.5, middle.y()), new Series.Point(middle.x() + 0.5, middle.y()));
    }

    private String section(TimelineEntry entry) {
        double at = entry.marker().atSeconds();
        double from = Math.max(0, Math.floor(at) - BEFORE_SECONDS);
        double to = from + BEFORE_SECONDS + AFTER_SECONDS;
        return "<h2>After %s s</h2>%s".formatted(Html.number(at), entry.html())
                + figure(
                        "Requests per 10 ms",
                        Chart.Scale.LINEAR,
                        from,
                        to,
                        List.of(
                                Series.perWindow(
                                        "issued", ORANGE, result.account().issuedWindows(), from, to),
                                Series.perWindow(
                                        "completed", BLUE, result.account().completedWindows(), from, to)));
    }

    private static String template() {
        try (InputStream page = HtmlReport.class.getResourceAsStream("report.html")) {
            return new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
