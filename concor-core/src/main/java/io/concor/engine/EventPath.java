package io.concor.engine;

import io.concor.TaskKind;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.leak.LeakWatch;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.Leaks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path of events through one flow: what they enter by, and what the workers of each slot do with them. Thread-safe. */
final class EventPath {

    private final PathParts parts;
    private final Routing routing;
    private final ComponentRunner components;
    private final EventRunner runner;
    private final @Nullable ComponentCode[] codes;
    private final @Nullable ComponentCode first;
    /** For each batch component, what its workers do. */
    private final @Nullable BatchRunner[] batches;

    EventPath(PathParts parts, EventCompletion completion, ErrorCounters errors, TransitionReports reports) {
        FlowDefinition flow = parts.flow();
        this.parts = parts;
        this.routing = new Routing(RoutingTable.empty(flow));
        this.components = new ComponentRunner(parts, errors, reports);
        this.runner = new EventRunner(parts, routing, components, completion);
        this.codes = ComponentCompiler.compile(parts, routing, runner, completion);
        this.first = codes[parts.graph().entry()];
        this.batches = new BatchRunner[flow.size()];
        components.use(codes);
        for (int i = 0; i < batches.length; i++) {
            if (flow.component(i).kind() == TaskKind.BATCH) {
                batches[i] = BatchRunner.of(parts, i, components, runner);
            }
        }
    }

    RoutingTable routing() {
        return routing.table();
    }

    void routing(RoutingTable next) {
        routing.use(next);
    }

    TypeMismatches mismatches() {
        return parts.mismatches();
    }

    EventRunner runner() {
        return runner;
    }

    synchronized void watchLeaks(LeakWatch next) {
        components.watch(next);
        choosePath();
    }

    Leaks leaks() {
        return components.leaks();
    }

    synchronized void carry(ThreadLocalCarrier carrier) {
        parts.transfer().use(carrier);
        choosePath();
    }

    synchronized void carryByDefault(ThreadLocalCarrier carrier) {
        parts.transfer().useByDefault(carrier);
        choosePath();
    }

    private void choosePath() {
        runner.takeAlways(components.watchesLeaks() || parts.transfer().isActive());
    }

    /** A thread brings a new event. It does not wait for room in a ring. */
    void enter(Context context) {
        if (runner.isTakenAlways() || context.sampled) {
            runner.enterWithAll(context);
        } else if (first == null) {
            runner.enter(context);
        } else {
            first.enter(context);
        }
    }

    /** Returns what the workers of a slot do. */
    SlotWork workFor(int slot) {
        BatchRunner batch = batches[slot];
        if (batch != null) {
            return batch;
        }
        ComponentCode code = codes[slot];
        EventHandler any = (context, worker) -> runner.serve(context, slot, worker);
        return code == null ? any : code;
    }

    /** Returns the last decisions about the size of the batches of a component, the newest first. */
    List<BatchDecision> batchDecisions(int component) {
        BatchRunner batch = batches[component];
        return batch == null ? List.of() : batch.decisions();
    }
}
