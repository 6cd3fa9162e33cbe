package io.concor.simulator.result;

import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.ObservedLayoutChange;
import io.concor.simulator.control.SentControlRequest;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A control request or a layout change in the report.
 *
 * @param marker its line in the charts
 * @param html its description
 */
record TimelineEntry(Chart.Marker marker, String html) {

    /** Tolerated difference between the clocks of simulator and service. */
    private static final double CLOCK_TOLERANCE_MILLIS = 5;

    private static final double MILLIS_PER_SECOND = 1000;

    /** Returns the control requests, and the layout changes that no control request made, in order. */
    static List<TimelineEntry> of(RunResult result) {
        LayoutHistory history = result.history();
        List<ObservedLayoutChange> changes = history == null ? List.of() : history.changes();
        List<TimelineEntry> entries = Stream.concat(
                        result.marks().stream().map(request -> of(request, changes)),
                        changes.stream()
                                .filter(change -> result.marks().stream().noneMatch(request -> made(request, change)))
                                .map(TimelineEntry::of))
                .sorted(Comparator.comparingDouble(entry -> entry.marker.atSeconds()))
                .toList();
        return IntStream.range(0, entries.size())
                .mapToObj(i -> entries.get(i).numbered(i + 1))
                .toList();
    }

    private TimelineEntry numbered(int number) {
        return new TimelineEntry(
                new Chart.Marker(marker.atSeconds(), Integer.toString(number), marker.description()), html);
    }

    private static TimelineEntry of(SentControlRequest request, List<ObservedLayoutChange> changes) {
        String made = changes.stream()
                .filter(change -> made(request, change))
                .map(change -> Html.paragraph(change.text()))
                .collect(Collectors.joining());
        return new TimelineEntry(
                new Chart.Marker(request.atSeconds(), "", request.request()),
                Html.paragraph(request.text()) + (made.isEmpty() ? response(request) : made));
    }

    private static TimelineEntry of(ObservedLayoutChange change) {
        return new TimelineEntry(
                new Chart.Marker(change.atMillis() / MILLIS_PER_SECOND, "", change.text()),
                Html.paragraph(change.text()));
    }

    /** Whether a change was made while the request waited for its response, which contains the same version. */
    private static boolean made(SentControlRequest request, ObservedLayoutChange change) {
        return change.atMillis() > request.atMillis() - CLOCK_TOLERANCE_MILLIS
                && change.atMillis() < request.atMillis() + request.tookMillis() + CLOCK_TOLERANCE_MILLIS
                && request.answer().matches("(?s).*\"version\":\\s*" + change.version() + "\\b.*");
    }

    private static String response(SentControlRequest request) {
        if (request.status() == 0) {
            return "";
        }
        return request.change()
                .map(Html::paragraph)
                .orElseGet(() -> "<p><code>" + Html.escape(request.answer()) + "</code></p>");
    }
}
