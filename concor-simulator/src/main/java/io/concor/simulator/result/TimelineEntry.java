package io.concor.simulator.result;

import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.ObservedLayoutChange;
import io.concor.simulator.mark.SentControlRequest;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that happened beside the load, as the report tells it.
 *
 * @param line what the charts draw
 * @param html what is said about it
 */
record TimelineEntry(SentControlRequest line, String html) {

    /** By how much the clocks of one machine may differ, and what it takes to ask. */
    private static final double SAME_MILLIS = 5;

    /** The marks, and the changes that none of them made, in their order. */
    static List<TimelineEntry> of(RunResult result) {
        LayoutHistory history = result.history();
        List<ObservedLayoutChange> changes = history == null ? List.of() : history.changes();
        return Stream.concat(
                        result.marks().stream().map(mark -> of(mark, changes)),
                        changes.stream()
                                .filter(change -> result.marks().stream().noneMatch(mark -> made(mark, change)))
                                .map(TimelineEntry::of))
                .sorted(Comparator.comparingDouble(moment -> moment.line.atMillis()))
                .toList();
    }

    private static TimelineEntry of(SentControlRequest mark, List<ObservedLayoutChange> changes) {
        String made = changes.stream()
                .filter(change -> made(mark, change))
                .map(change -> paragraph(change.text()))
                .collect(Collectors.joining());
        return new TimelineEntry(mark, paragraph(mark.text()) + answer(mark) + made);
    }

    private static TimelineEntry of(ObservedLayoutChange change) {
        return new TimelineEntry(
                new SentControlRequest(change.atMillis(), 0, change.text(), 0, ""), paragraph(change.text()));
    }

    /** Whether a change came about while a mark waited for its answer, which tells the same version. */
    private static boolean made(SentControlRequest mark, ObservedLayoutChange change) {
        return change.atMillis() > mark.atMillis() - SAME_MILLIS
                && change.atMillis() < mark.atMillis() + mark.tookMillis() + SAME_MILLIS
                && mark.answer().matches("(?s).*\"version\":\\s*" + change.version() + "\\b.*");
    }

    private static String answer(SentControlRequest mark) {
        return mark.status() == 0 ? "" : "<p><code>" + Html.escape(mark.answer()) + "</code></p>";
    }

    private static String paragraph(String text) {
        return "<p>" + Html.escape(text) + "</p>";
    }
}
