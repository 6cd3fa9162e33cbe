package io.concor.simulator.result;

import io.concor.simulator.load.StabilityCriteria;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The report: a self-contained page with figures and charts of the whole run, and a chart for each mark. */
final class HtmlReport {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final int BEFORE_SECONDS = 1;
    private static final int AFTER_SECONDS = 5;

    private final RunResult result;
    private final List<TimelineEntry> timeline;
    private final RunCharts charts;

    HtmlReport(RunResult result) {
        this.result = result;
        this.timeline = TimelineEntry.of(result);
        this.charts = new RunCharts(
                result.account(), timeline.stream().map(TimelineEntry::marker).toList());
    }

    String html() {
        RunSummary summary = new RunSummary(result);
        Map<String, String> parts = Map.of(
                "name", Html.escape(result.name()),
                "url", Html.escape(result.url()),
                "ending", Html.escape(summary.ending()),
                "figures", new SummaryTables(result).html(),
                "remarks", summary.remarks().stream().map(Html::paragraph).collect(Collectors.joining()),
                "facts", facts(),
                "charts", charts.whole(),
                "timeline", timeline.stream().map(this::section).collect(Collectors.joining()));
        // a single pass: a value may contain the text of a placeholder
        return PLACEHOLDER
                .matcher(template())
                .replaceAll(found -> Matcher.quoteReplacement(Objects.requireNonNull(parts.get(found.group(1)))));
    }

    private String facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Load", result.profile() + ": " + result.settings().description());
        if (result.leadInSeconds() > 0) {
            facts.put("Lead-in", result.leadInSeconds() + " s, not counted");
        }
        facts.put("Maximum in flight", Integer.toString(result.maxInFlight()));
        facts.put("Completed by", result.completedBy());
        StabilityCriteria stability = result.stability();
        if (stability != null) {
            facts.put("Limits of a stable second", stability.description());
        }
        facts.put("Started", result.started());
        facts.put("Simulator host", result.machine().description());
        return facts.entrySet().stream()
                .map(fact -> "<dt>%s</dt><dd>%s</dd>".formatted(fact.getKey(), Html.escape(fact.getValue())))
                .collect(Collectors.joining("\n"));
    }

    private String section(TimelineEntry entry) {
        Chart.Marker marker = entry.marker();
        double from = Math.max(0, Math.floor(marker.atSeconds()) - BEFORE_SECONDS);
        return "<h2>Mark %s: after %s s</h2>%s".formatted(marker.name(), Html.number(marker.atSeconds()), entry.html())
                + charts.part(from, from + BEFORE_SECONDS + AFTER_SECONDS);
    }

    private static String template() {
        try (InputStream page = HtmlReport.class.getResourceAsStream("report.html")) {
            return new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
