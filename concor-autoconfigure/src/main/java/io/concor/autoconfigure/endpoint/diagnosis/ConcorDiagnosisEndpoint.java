package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.BusyException;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.RequestedSlot;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.PredictionBudgetException;
import io.concor.diagnosis.PredictionBusyException;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Returns what limits flows, and what a change would bring. Changes nothing. Thread-safe. */
@Endpoint(id = "concordiagnosis", defaultAccess = Access.READ_ONLY)
public final class ConcorDiagnosisEndpoint {

    private static final String WHAT_IF = "whatif";

    private final Manager manager;
    /** Not created with this endpoint, but after the flows have started. */
    private final ObjectProvider<Diagnosis> diagnosis;

    private final CallerContext caller;

    ConcorDiagnosisEndpoint(Manager manager, ObjectProvider<Diagnosis> diagnosis, CallerContext caller) {
        this.manager = manager;
        this.diagnosis = diagnosis;
        this.caller = caller;
    }

    /** Returns the verdicts about all flows. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<VerdictDescriptor> all() {
        return new AllFlows<>(
                diagnosis.getObject().verdicts().stream()
                        .map(VerdictDescriptor::of)
                        .toList(),
                VerdictDescriptor.TABLE::format);
    }

    /**
     * Returns the verdict about a flow.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public VerdictDescriptor verdict(@Selector String flow) {
        return VerdictDescriptor.of(diagnosis.getObject().verdict(flow));
    }

    /**
     * Predicts what a change of a slot, a preset, or another rate would bring. All parameters are text, so that Concor
     * reports unreadable values rather than Actuator. One prediction is computed at a time: it takes a processor for up to
     * a second. Others wait as long at most. The same question gets the same answer for two seconds, and each caller has a
     * budget, which callers without a log-in share.
     *
     * @param flow the name of the flow
     * @param question {@code whatif}
     * @param slot the name of the slot; not together with {@code preset}
     * @param pool the pool
     * @param threads the number of threads
     * @param capacity the number of events that can wait before the previous stage pauses
     * @param wait how a thread waits for events
     * @param keepAlive the time after which an idle surplus thread of a cached pool ends
     * @param preset the name of a preset; not together with the settings of a slot
     * @param rate the number of events that would arrive per second; default: as now
     * @param batch the largest number of events in a batch, for a batch component
     * @param linger how long a thread waits for more events of a batch
     * @param batchTarget the time that the size of batches follows; {@code none} removes it
     * @param batchErrors {@code fail} or {@code split}: what an error does to the events of a batch
     * @param queue {@code memory}, {@code durable} or {@code remote}: where events wait
     * @param attempts how often an event is tried at a durable or remote slot; {@code none} removes it
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WhatIfDescriptor whatIf(
            @Selector String flow,
            @Selector String question,
            @Nullable String slot,
            @Nullable String pool,
            @Nullable String threads,
            @Nullable String capacity,
            @Nullable String wait,
            @Nullable String keepAlive,
            @Nullable String preset,
            @Nullable String rate,
            @Nullable String batch,
            @Nullable String linger,
            @Nullable String batchTarget,
            @Nullable String batchErrors,
            @Nullable String queue,
            @Nullable String attempts) {
        if (!WHAT_IF.equals(question)) {
            throw new UnknownNameException("question", question, List.of(WHAT_IF));
        }
        RequestedSlot settings = RequestedSlot.of(
                pool, threads, capacity, wait, queue, attempts, keepAlive, batch, linger, batchTarget, batchErrors);
        WhatIfRequest request = new WhatIfRequest(slot, settings, preset, rate);
        try {
            return WhatIfDescriptor.of(diagnosis
                    .getObject()
                    .whatIf(flow, request.slots(flow, manager), request.ratePerSecond(), nameOfCaller()));
            // both are then known without the optional module of the diagnosis
        } catch (PredictionBusyException busy) {
            throw BusyException.ofOthers(busy);
        } catch (PredictionBudgetException usedUp) {
            throw BusyException.ofBudget(usedUp);
        }
    }

    private String nameOfCaller() {
        return Objects.requireNonNullElse(caller.origin().who(), "");
    }
}
