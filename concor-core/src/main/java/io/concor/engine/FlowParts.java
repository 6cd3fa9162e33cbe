package io.concor.engine;

import io.concor.engine.admission.AdmissionGate;
import io.concor.engine.admission.OuterEvents;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.measure.ComponentErrors;
import io.concor.engine.measure.FlowCounters;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.SpentTime;
import io.concor.engine.path.EventCompletion;
import io.concor.engine.path.EventPath;
import io.concor.engine.pool.JoinRegistry;
import io.concor.engine.stored.StoredFlow;
import io.concor.engine.stored.StoredSlot;
import io.concor.layout.Layout;
import io.concor.layout.Refusals;
import io.concor.statistics.FlowReading.StoredReading;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of one flow that an event passes, and what they count. */
record FlowParts(
        FlowDefinition definition,
        ContextPool contexts,
        AdmissionGate gate,
        CoarseClock clock,
        FlowRecorder recorder,
        EventPath path,
        SlotStorages storages,
        JoinRegistry registry,
        FlowLock lock,
        EventTimeouts timeouts,
        StopCalls stopCalls,
        OuterEvents outerEvents)
        implements FlowCounters {

    static FlowParts of(FlowDefinition definition) {
        String name = definition.name();
        FlowDefinition.Limits limits = definition.limits();
        ContextPool contexts = new ContextPool(limits.maxInFlight(), definition.reserved(), definition.keepsMessages());
        AdmissionGate gate = new AdmissionGate(name, limits.timeout(), contexts);
        CoarseClock clock = new CoarseClock(name, limits.timeout());
        FlowRecorder recorder = new FlowRecorder(definition.size());
        ForeignThreads foreignThreads = new ForeignThreads(contexts);
        EventPath path = new EventPath(definition, gate, clock, recorder, foreignThreads);
        StoredFlow stored = new StoredFlow(
                definition,
                contexts,
                clock,
                recorder,
                path.mismatches(),
                path.postponed().decisions(),
                path.postponed()::execute);
        contexts.whenReservedIsGiven(stored::contextGiven);
        SlotStorages storages = new SlotStorages(definition, stored, path);
        JoinRegistry registry = new JoinRegistry(definition, contexts, path.mismatches(), storages::workFor);
        FlowLock lock = new FlowLock(name);
        EventTimeouts timeouts =
                new EventTimeouts(name, contexts, clock, new WaitingEvents(registry, path, clock, lock));
        StopCalls stopCalls = new StopCalls(
                contexts, foreignThreads, registry, path.completion().completingThreads());
        return new FlowParts(
                definition,
                contexts,
                gate,
                clock,
                recorder,
                path,
                storages,
                registry,
                lock,
                timeouts,
                stopCalls,
                new OuterEvents(contexts, clock, stopCalls::eventsOf));
    }

    EventCompletion completion() {
        return path.completion();
    }

    /** Whether the calling thread serves a join, expires events or tries them again, or completes a future. */
    boolean ownsCallingThread() {
        Thread thread = Thread.currentThread();
        return completion().isCompletingOnThisThread()
                || registry.owns(thread)
                || timeouts.owns(thread)
                || path.postponed().owns(thread);
    }

    @Override
    public Layout layout() {
        return path.routing().layout();
    }

    @Override
    public long inFlight() {
        return contexts.held();
    }

    @Override
    public long fromStores() {
        return contexts.heldOfReserve();
    }

    @Override
    public long admitted() {
        return contexts.admitted();
    }

    @Override
    public long completed() {
        return contexts.completed();
    }

    @Override
    public long recovered() {
        return completion().recovered();
    }

    @Override
    public long failed() {
        return completion().failed();
    }

    @Override
    public Refusals refusals() {
        return gate.refusals();
    }

    @Override
    public long timeoutCount() {
        return path.timeouts();
    }

    @Override
    public int waitingCallers() {
        return gate.waiting();
    }

    @Override
    public ComponentErrors errors(int component) {
        return path.errors(component);
    }

    @Override
    public long retries(int component) {
        return path.postponed().retries(component);
    }

    @Override
    public void locate(int[] running, int[] outside, int[] pending) {
        registry.countRunning(running);
        contexts.forEachHeld(context -> context.locate(outside, pending));
    }

    @Override
    public List<Long> threadIds(int slot) {
        return registry.threads(slot).map(Thread::getId).toList();
    }

    @Override
    public long queue(int slot) {
        return registry.waiting(slot);
    }

    @Override
    public @Nullable StoredReading stored(int slot) {
        StoredSlot storage = definition.isHere(slot) ? storages.at(slot) : null;
        return storage == null ? null : storage.reading();
    }

    @Override
    public long storing(int slot) {
        StoredSlot storage = storages.at(slot);
        return storage == null ? 0 : storage.figures().storing();
    }

    @Override
    public long[] taken() {
        return registry.taken();
    }

    @Override
    public Map<Integer, long[]> takenOfLanes() {
        return registry.takenOfLanes();
    }

    @Override
    public SpentTime[] spent(long now) {
        return registry.spent(now);
    }
}
