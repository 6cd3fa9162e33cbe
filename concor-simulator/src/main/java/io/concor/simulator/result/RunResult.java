package io.concor.simulator.result;

import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.StabilityCriteria;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run. The components are the fields of {@code result.json}.
 *
 * @param name name of the run
 * @param profile name of the profile
 * @param settings settings of the profile
 * @param leadInSeconds duration of the lead-in, which is not counted
 * @param maxInFlight limit of requests in flight; requests due beyond it were not sent
 * @param url where requests were sent
 * @param completedBy what completed a request: its response, or a callback to which receiver
 * @param machine where the simulator ran
 * @param started start of the run as ISO 8601
 * @param ending why the run ended
 * @param stability criteria of the breaking point; null if the run did not look for one
 * @param breakingPoint null if none was found
 * @param marks the control requests that were sent
 * @param marksWanted number of control requests to send; greater than the number sent if the run ended early
 * @param history layout changes recorded by the service; null if they were not requested
 * @param account all counts and latencies
 */
public record RunResult(
        String name,
        String profile,
        LoadProfile settings,
        int leadInSeconds,
        int maxInFlight,
        String url,
        String completedBy,
        HostInfo machine,
        String started,
        RunEnding ending,
        @Nullable StabilityCriteria stability,
        @Nullable BreakingPoint breakingPoint,
        List<SentControlRequest> marks,
        int marksWanted,
        @Nullable LayoutHistory history,
        LoadStatistics account) {

    /** Returns a summary of a few lines. */
    public String summary() {
        return new RunSummary(this).text();
    }
}
