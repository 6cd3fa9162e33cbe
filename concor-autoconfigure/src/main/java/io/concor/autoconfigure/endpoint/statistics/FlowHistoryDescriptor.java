package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowSecond.SlotSecond;
import io.concor.text.Sentence;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The last seconds of a flow.
 *
 * @param flow the name of the flow
 * @param windows one for about each second, the oldest first
 */
public record FlowHistoryDescriptor(String flow, List<Window> windows) implements OperationResponseBody, PlainText {

    private static final TextTable<Window> TABLE = TextTable.<Window>create()
            .text("end", Window::end)
            .number("rate [events/s]", Window::throughput)
            .number("failed [events/s]", Window::failed)
            .number("refused [events/s]", Window::refused)
            .number("in flight", Window::inFlight)
            .number("p50 [ms]", window -> window.latency().p50Millis())
            .number("p99 [ms]", window -> window.latency().p99Millis())
            .text("slots: queue, busy, blocked", Window::slotTexts)
            .text("layout", Window::change);

    static FlowHistoryDescriptor of(String flow, List<FlowSecond> seconds) {
        return new FlowHistoryDescriptor(flow, seconds.stream().map(Window::of).toList());
    }

    @Override
    public String plainText() {
        return Sentence.of("flow %s\n\n%s", flow, TABLE.format(windows));
    }

    /**
     * About a second.
     *
     * @param end when it ended, such as {@code 2026-01-31T12:00:00Z}
     * @param seconds how long it was
     * @param throughput the number of events that ended per second
     * @param failed the number of events per second that ended with an error
     * @param refused the number of events per second that were not admitted
     * @param inFlight the number of events inside at the end
     * @param latency the time from entry to end
     * @param version the version of the layout at the end
     * @param layoutChanged whether the layout changed in this second
     * @param slots the filled slots
     */
    public record Window(
            String end,
            double seconds,
            double throughput,
            double failed,
            double refused,
            long inFlight,
            LatencyDescriptor latency,
            long version,
            boolean layoutChanged,
            List<SlotWindow> slots) {

        static Window of(FlowSecond second) {
            return new Window(
                    second.end().truncatedTo(ChronoUnit.MILLIS).toString(),
                    Rounding.measured(second.seconds()),
                    Rounding.measured(second.throughput()),
                    Rounding.measured(second.failed()),
                    Rounding.measured(second.refused()),
                    second.inFlight(),
                    LatencyDescriptor.of(second.latency()),
                    second.version(),
                    second.layoutChanged(),
                    second.slots().stream().map(SlotWindow::of).toList());
        }

        private String slotTexts() {
            return slots.stream().map(SlotWindow::text).collect(Collectors.joining("; "));
        }

        private @Nullable String change() {
            return layoutChanged ? "version " + version : null;
        }
    }

    /**
     * A filled slot in this second.
     *
     * @param name the name of the slot
     * @param queue the number of events that waited at the end
     * @param busy the share of its threads' time spent in tasks, 0 to 1
     * @param blocked the share of its threads' time spent waiting for room in the next filled slot, 0 to 1
     */
    public record SlotWindow(String name, long queue, double busy, double blocked) {

        static SlotWindow of(SlotSecond slot) {
            return new SlotWindow(
                    slot.name(), slot.queue(), Rounding.measured(slot.busy()), Rounding.measured(slot.blocked()));
        }

        private String text() {
            return Sentence.of("%s %d, %s %%, %s %%", name, queue, Rounding.percent(busy), Rounding.percent(blocked));
        }
    }
}
