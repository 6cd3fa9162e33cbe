package io.concor.engine.path;

import io.concor.MessageCheck;
import io.concor.TaskKind;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.admission.AdmissionGate;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.event.TransitionReports;
import io.concor.engine.event.UnhandledErrors;
import io.concor.engine.measure.ComponentErrors;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.SlotWork;
import io.concor.engine.pool.StagePath;
import io.concor.engine.pool.Worker;
import io.concor.engine.retry.DeadLetters;
import io.concor.engine.retry.PostponedEvents;
import io.concor.engine.retry.Turns;
import io.concor.statistics.BatchDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path of events through one flow: what they enter by, and what the workers of each slot do with them. Thread-safe. */
public final class EventPath {

    private final PathParts parts;
    private final ErrorCounters errors;
    private final TransitionReports transitions;
    private final EventCompletion completion;
    private final PostponedEvents postponed;
    private final Routing routing;
    private final ComponentRunner components;
    private final EventRunner runner;
    private final @Nullable ComponentCode[] codes;
    private final @Nullable ComponentCode first;
    /** For each batch component, what its workers do. */
    private final @Nullable BatchRunner[] batches;

    public EventPath(
            FlowDefinition flow,
            AdmissionGate gate,
            CoarseClock clock,
            FlowRecorder recorder,
            ForeignThreads foreignThreads) {
        UnhandledErrors unhandled = new UnhandledErrors(flow);
        this.parts = PathParts.of(flow, clock, recorder, foreignThreads);
        this.errors = new ErrorCounters(flow.name(), flow.size());
        this.transitions = new TransitionReports(unhandled, new UnhandledErrors(flow));
        DeadLetters deadLetters = new DeadLetters(flow, unhandled);
        this.completion = new EventCompletion(flow.name(), gate, errors, unhandled, deadLetters);
        this.postponed = new PostponedEvents(flow, clock, transitions);
        this.routing = new Routing(RoutingTable.empty(flow));
        this.components = new ComponentRunner(parts, errors, transitions, postponed);
        this.runner = new EventRunner(parts, routing, components, completion, postponed);
        postponed.use(runner);
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

    public RoutingTable routing() {
        return routing.table();
    }

    public void routing(RoutingTable next) {
        routing.use(next);
    }

    public TypeMismatches mismatches() {
        return parts.mismatches();
    }

    public EventCompletion completion() {
        return completion;
    }

    /** Returns the events that wait for another attempt. */
    public PostponedEvents postponed() {
        return postponed;
    }

    /** Returns the errors that occurred at a component. */
    public ComponentErrors errors(int component) {
        return errors.at(component);
    }

    /** Returns how many timeouts there were, also those that a catch component handled. */
    public long timeouts() {
        return errors.timeouts();
    }

    public long ignoredContinuations() {
        return transitions.ignoredContinuations();
    }

    public synchronized void check(MessageCheck next) {
        components.check(next);
        choosePath();
    }

    public synchronized MessageCheck messageCheck() {
        return components.checker().check();
    }

    public synchronized void carry(ThreadLocalCarrier carrier) {
        parts.transfer().use(carrier);
        choosePath();
    }

    public synchronized void carryByDefault(ThreadLocalCarrier carrier) {
        parts.transfer().useByDefault(carrier);
        choosePath();
    }

    private void choosePath() {
        runner.use(components.checker().isOn() ? null : parts.transfer().carrier());
    }

    /** A thread brings a new event. It does not wait for room in a ring. */
    public void enter(Context context) {
        ThreadLocalCarrier carrier = runner.carrierUnlessTakenAlways();
        if (carrier == null || context.sampled) {
            runner.enterWithAll(context);
            return;
        }
        ContextTransfer.enter(context, carrier);
        if (first == null) {
            runner.enter(context);
        } else {
            first.enter(context);
        }
    }

    /** The event timed out while it waited in a slot. The calling thread runs the catch components of the slot's stage. */
    public void expireWaiting(Context context, int slot) {
        runner.expireWaiting(context, slot);
    }

    /** A thread brings a new event that has something with it for a store. */
    public void enterWithPassage(Context context) {
        runner.enterWithAll(context);
    }

    /** Returns the way through the stage of a slot. */
    public StagePath stage(int slot) {
        return new StoredStage(parts, slot, components, runner, routing, completion);
    }

    /** Returns what the workers of a slot do. */
    public SlotWork workFor(int slot) {
        BatchRunner batch = batches[slot];
        if (batch != null) {
            return batch;
        }
        ComponentCode code = codes[slot];
        EventHandler any = (context, worker) -> runner.serve(context, slot, worker);
        EventHandler handler = code == null ? any : code;
        Turns turns = postponed.turns(slot);
        return turns == null
                ? handler
                : (EventHandler) (context, worker) -> serve(context, slot, worker, handler, turns);
    }

    /** While events of the component wait to be tried again, others of their lanes wait for them. */
    private void serve(Context context, int slot, Worker worker, EventHandler handler, Turns turns) {
        if (turns.areFree()) {
            handler.handle(context, worker);
        } else if (turns.admits(context)) {
            runner.serve(context, slot, worker);
        }
    }

    /** Returns the last decisions about the size of the batches of a component, the newest first. */
    public List<BatchDecision> batchDecisions(int component) {
        BatchRunner batch = batches[component];
        return batch == null ? List.of() : batch.decisions();
    }
}
