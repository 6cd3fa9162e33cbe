package io.concor.test;

import io.concor.JoinSettings;
import io.concor.layout.FlowSummary;
import io.concor.layout.Topology;
import io.concor.leak.LeakCheck;
import io.concor.leak.Leaks;
import io.concor.statistics.FlowStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about a flow, from {@code assertThat(tester)}. Numbers of events count from the creation of the tester. A
 * task ends before the event's future completes, but the flow counts the event only after that: assert the numbers of a
 * flow that is {@linkplain FlowTester#awaitIdle idle}.
 */
public final class FlowAssert extends AbstractAssert<FlowAssert, FlowTester> {

    FlowAssert(FlowTester actual) {
        super(actual, FlowAssert.class);
    }

    /** Verifies that no event is inside. */
    public FlowAssert isIdle() {
        long inFlight = actual.summary().inFlight();
        if (inFlight != 0) {
            failWithMessage(
                    "%s%n  expected to be idle, but %s inside: %s",
                    actual, inFlight == 1 ? "1 event is" : inFlight + " events are", places());
        }
        return this;
    }

    private String places() {
        String waiting = actual.statistics().slots().stream()
                .filter(slot -> slot.queueSize() > 0 || slot.activeThreads() > 0)
                .map(slot -> String.format(
                        Locale.ROOT,
                        "at slot '%s' %d wait and %d threads work",
                        slot.name(),
                        slot.queueSize(),
                        slot.activeThreads()))
                .collect(Collectors.joining("; "));
        return waiting.isEmpty() ? "none at a slot; they run, or wait for a continuation" : waiting;
    }

    /** Verifies how many events are inside. */
    public FlowAssert hasInFlight(long events) {
        return verify("in flight", events, actual.summary().inFlight());
    }

    /** Verifies how many events ended with a value. */
    public FlowAssert hasCompleted(long events) {
        return verify("completed", events, count(FlowSummary::completed));
    }

    /** Verifies how many events ended with an error, timeouts included. */
    public FlowAssert hasFailed(long events) {
        return verify("failed", events, count(FlowSummary::failed));
    }

    /** Verifies how many events ended with a timeout. */
    public FlowAssert hasTimedOut(long events) {
        return verify("timed out", events, count(FlowSummary::timedOut));
    }

    /** Verifies how many events were refused. */
    public FlowAssert hasRefused(long events) {
        return verify("refused", events, count(FlowSummary::refused));
    }

    private long count(ToLongFunction<FlowSummary> counter) {
        return counter.applyAsLong(actual.summary()) - counter.applyAsLong(actual.before());
    }

    private FlowAssert verify(String what, long expected, long counted) {
        if (counted != expected) {
            failWithMessage(
                    "%s%n  expected %s events: %d%n  but there are: %d%n  completed %d, failed %d, timed out %d, refused %d",
                    actual,
                    what,
                    expected,
                    counted,
                    count(FlowSummary::completed),
                    count(FlowSummary::failed),
                    count(FlowSummary::timedOut),
                    count(FlowSummary::refused));
        }
        return this;
    }

    /** Verifies that the flow is checked for leaked references, and that none has leaked since the check was set. */
    public FlowAssert hasNoLeaks() {
        Leaks leaks = actual.leaks();
        if (leaks.check() == LeakCheck.OFF) {
            failWithMessage("%s%n  expected to be checked for leaks: set concor.checks.leaks to fail or warn", actual);
        }
        if (!leaks.found().isEmpty()) {
            failWithMessage("%s%n  expected no leaked references, but found: %s", actual, leaks.found());
        }
        return this;
    }

    /** Verifies which components have a join in their slot, in the order of the components. */
    public FlowAssert hasJoinsAt(String... components) {
        List<String> expected = List.of(components);
        if (!joins().equals(expected)) {
            failWithMessage("%s%n  expected joins at: %s%n  but they are at: %s", actual, expected, joins());
        }
        return this;
    }

    private List<String> joins() {
        Topology topology = actual.topology();
        List<@Nullable JoinSettings> slots = topology.slots();
        return IntStream.range(0, slots.size())
                .filter(index -> Objects.nonNull(slots.get(index)))
                .mapToObj(index -> topology.components().get(index).name())
                .toList();
    }

    /** Verifies the statistics of the flow since it was built. */
    public FlowAssert hasStatistics(Consumer<FlowStatistics.Period> requirements) {
        requirements.accept(actual.statistics().sinceStart());
        return this;
    }

    /** Returns assertions about a component. Fails if the flow has none of this name. */
    public ComponentAssert component(String name) {
        return actual.components().stream()
                .filter(component -> component.name().equals(name))
                .findFirst()
                .map(component -> new ComponentAssert(component, this))
                .orElseThrow(() -> failure(
                        "%s%n  expected a component: %s%n  but it has: %s",
                        actual,
                        name,
                        actual.components().stream().map(ComponentEvents::name).toList()));
    }
}
