package io.concor.simulator;

import io.concor.simulator.load.Run;
import io.concor.simulator.mark.HistoryReader;
import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.Mark;
import io.concor.simulator.mark.Marks;
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
record BesideLoad(
        List<Mark> marks,
        Map<String, String> headers,
        @Nullable HistoryReader history) {

    Marks start(Run run) {
        return new Marks(marks, headers, run.startNanos());
    }

    /** What was changed during a run that is over. */
    @Nullable
    LayoutHistory historyOf(Run run) {
        return history == null ? null : history.since(run.start());
    }
}
