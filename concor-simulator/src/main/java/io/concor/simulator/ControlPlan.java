package io.concor.simulator;

import io.concor.simulator.load.LoadRun;
import io.concor.simulator.mark.ControlRequest;
import io.concor.simulator.mark.ControlRequestSender;
import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.LayoutHistoryReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the service beside the load.
 *
 * @param marks sent once each
 * @param headers of each of them
 * @param history where the service tells what became of its layout; null where that is not asked for
 */
record ControlPlan(
        List<ControlRequest> marks,
        Map<String, String> headers,
        @Nullable LayoutHistoryReader history) {

    ControlRequestSender start(LoadRun run) {
        return new ControlRequestSender(marks, headers, run.startNanos());
    }

    /** What was changed during a run that is over. */
    @Nullable
    LayoutHistory historyOf(LoadRun run) {
        return history == null ? null : history.since(run.start());
    }
}
