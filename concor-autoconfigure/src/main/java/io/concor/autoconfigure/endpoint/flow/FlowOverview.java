package io.concor.autoconfigure.endpoint.flow;

import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.FlowSummary;
import io.concor.layout.Refusals;
import org.jspecify.annotations.Nullable;

/**
 * An overview of a flow. The counts begin when it was built.
 *
 * @param name the name of the flow
 * @param state {@code running}, {@code stopping}, {@code stopped} or {@code closed}
 * @param components the number of its components
 * @param version the version of its layout
 * @param inFlight the number of events inside
 * @param maxInFlight the maximum number of events inside
 * @param completed the number of events that ended with a value
 * @param recovered the number of completed events of which a catch component had handled an error
 * @param failed the number of events that ended with an error, including timeouts
 * @param timedOut the number of events that ended with a timeout
 * @param cancelled the number of events that ended because their callers gave up
 * @param deadLetters the number of dead letters that were received or kept
 * @param lostDeadLetters the number of dead letters that were lost, because what receives or keeps them failed
 * @param refused the number of events that were not admitted
 * @param refusedByReason these events by reason
 * @param ignoredContinuations the number of ignored calls of continuations, which came after the first one
 * @param sampling whether events are sampled
 */
public record FlowOverview(
        String name,
        String state,
        int components,
        long version,
        long inFlight,
        int maxInFlight,
        long completed,
        long recovered,
        long failed,
        long timedOut,
        long cancelled,
        long deadLetters,
        long lostDeadLetters,
        long refused,
        Refusals refusedByReason,
        long ignoredContinuations,
        boolean sampling) {

    static final TextTable<FlowOverview> TABLE = TextTable.<FlowOverview>create()
            .text("flow", FlowOverview::name)
            .text("state", FlowOverview::state)
            .number("components", FlowOverview::components)
            .number("version", FlowOverview::version)
            .number("in flight", FlowOverview::inFlight)
            .number("max in flight", FlowOverview::maxInFlight)
            .number("completed", FlowOverview::completed)
            .number("recovered", FlowOverview::recovered)
            .number("failed", FlowOverview::failed)
            .number("timed out", FlowOverview::timedOut)
            .number("cancelled", FlowOverview::cancelled)
            .numberIfAny("dead letters", flow -> nullIfNone(flow.deadLetters()))
            .numberIfAny("lost dead letters", flow -> nullIfNone(flow.lostDeadLetters()))
            .number("refused", FlowOverview::refused)
            .textIfAny("refused because", FlowOverview::reasonsOfRefusals)
            .number("ignored continuations", FlowOverview::ignoredContinuations)
            .text("sampling", flow -> flow.sampling() ? "on" : "off");

    static FlowOverview of(FlowSummary flow) {
        return new FlowOverview(
                flow.name(),
                flow.state().toString(),
                flow.components(),
                flow.version(),
                flow.inFlight(),
                flow.maxInFlight(),
                flow.completed(),
                flow.recovered(),
                flow.failed(),
                flow.timedOut(),
                flow.cancelled(),
                flow.deadLetters(),
                flow.lostDeadLetters(),
                flow.refused(),
                flow.refusals(),
                flow.ignoredContinuations(),
                flow.sampling());
    }

    private static @Nullable Long nullIfNone(long count) {
        return count == 0 ? null : count;
    }

    private @Nullable String reasonsOfRefusals() {
        return refused == 0 ? null : refusedByReason.inWords();
    }
}
