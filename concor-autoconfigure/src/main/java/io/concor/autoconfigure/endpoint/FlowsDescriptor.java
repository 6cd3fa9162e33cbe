package io.concor.autoconfigure.endpoint;

import io.concor.layout.FlowSummary;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Every flow at a glance.
 *
 * @param flows the flows, sorted by name
 */
public record FlowsDescriptor(List<FlowOverview> flows) implements OperationResponseBody {

    /**
     * A flow at a glance; the counts are since it was built.
     *
     * @param name its name
     * @param state {@code running}, {@code stopping}, {@code stopped} or {@code closed}
     * @param components how many components it has
     * @param version the version of its layout
     * @param inFlight how many events are inside
     * @param maxInFlight how many may be inside
     * @param completed how many ended with a value
     * @param failed how many ended with an error, timeouts included
     * @param timedOut how many of the failed ended with a timeout
     * @param refused how many were not taken
     * @param ignoredContinuations how many calls of continuations came after the one that decided
     * @param sampling whether events are measured
     */
    public record FlowOverview(
            String name,
            String state,
            int components,
            long version,
            long inFlight,
            int maxInFlight,
            long completed,
            long failed,
            long timedOut,
            long refused,
            long ignoredContinuations,
            boolean sampling) {

        static FlowOverview of(FlowSummary flow) {
            return new FlowOverview(
                    flow.name(),
                    flow.state().toString(),
                    flow.components(),
                    flow.version(),
                    flow.inFlight(),
                    flow.maxInFlight(),
                    flow.completed(),
                    flow.failed(),
                    flow.timedOut(),
                    flow.refused(),
                    flow.ignoredContinuations(),
                    flow.sampling());
        }
    }
}
