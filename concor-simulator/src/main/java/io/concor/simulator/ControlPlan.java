package io.concor.simulator;

import io.concor.simulator.control.ControlRequest;
import io.concor.simulator.control.ControlRequestSender;
import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.LayoutHistoryReader;
import io.concor.simulator.load.LoadRun;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run sends and reads in addition to the load.
 *
 * @param requests control requests, each sent once
 * @param headers headers of each control request
 * @param historyReader reads the layout changes after the run; null if not requested
 */
record ControlPlan(
        List<ControlRequest> requests,
        Map<String, String> headers,
        @Nullable LayoutHistoryReader historyReader) {

    /** Schedules the control requests of a run. */
    ControlRequestSender start(LoadRun run) {
        return new ControlRequestSender(requests, headers, run.startNanos());
    }

    /** Returns the layout changes during a run that has ended. */
    @Nullable
    LayoutHistory historyOf(LoadRun run) {
        return historyReader == null ? null : historyReader.since(run.start());
    }
}
