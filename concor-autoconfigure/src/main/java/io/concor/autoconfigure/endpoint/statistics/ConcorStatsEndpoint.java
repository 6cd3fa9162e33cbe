package io.concor.autoconfigure.endpoint.statistics;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.statistics.FlowSecond;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Returns the statistics of flows. Thread-safe. */
@Endpoint(id = "concorstats", defaultAccess = Access.READ_ONLY)
public final class ConcorStatsEndpoint {

    private static final String HISTORY = "history";
    private static final String FULL = "full";
    private static final String SUMMARY = "summary";

    private final Manager manager;

    ConcorStatsEndpoint(Manager manager) {
        this.manager = manager;
    }

    /**
     * Returns the statistics of all flows.
     *
     * @param view {@code full} (default) or {@code summary}
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public OperationResponseBody all(@Nullable String view) {
        return summarizes(view)
                ? new AllFlows<>(
                        manager.flows().map(ConcorStatsEndpoint::summary).toList(), SummaryDescriptor.TABLE::format)
                : AllFlows.oneByOne(
                        manager.flows().map(ConcorStatsEndpoint::statistics).toList());
    }

    /**
     * Returns the statistics of a flow.
     *
     * @param flow the name of the flow
     * @param view {@code full} (default) or {@code summary}
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public OperationResponseBody statistics(@Selector String flow, @Nullable String view) {
        ManagedFlow read = manager.flow(flow);
        return summarizes(view) ? summary(read) : statistics(read);
    }

    /**
     * Returns the last seconds of a flow, about one window for each, the oldest first.
     *
     * @param flow the name of the flow
     * @param part {@code history}
     * @param seconds the largest number of windows, 1 to 900; default: 900
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public FlowHistoryDescriptor history(@Selector String flow, @Selector String part, @Nullable String seconds) {
        if (!HISTORY.equals(part)) {
            throw new UnknownNameException("statistics", part, List.of(HISTORY));
        }
        return FlowHistoryDescriptor.of(flow, manager.flow(flow).seconds(most(seconds)));
    }

    private static int most(@Nullable String seconds) {
        int most = seconds == null ? FlowSecond.MOST : SettingFormat.wholeNumber("seconds", seconds);
        if (most < 1 || most > FlowSecond.MOST) {
            throw InvalidSettingException.outOfBounds("seconds", most, "1 to " + FlowSecond.MOST);
        }
        return most;
    }

    private static StatisticsDescriptor statistics(ManagedFlow flow) {
        return StatisticsDescriptor.of(flow.statistics());
    }

    private static SummaryDescriptor summary(ManagedFlow flow) {
        return SummaryDescriptor.of(flow.name(), flow.windowSummary());
    }

    private static boolean summarizes(@Nullable String view) {
        if (view == null || view.equals(FULL)) {
            return false;
        }
        if (!view.equals(SUMMARY)) {
            throw new InvalidSettingException(
                    "view", Sentence.of("'%s' is unknown", SafeText.shown(view)), FULL + ", " + SUMMARY);
        }
        return true;
    }
}
