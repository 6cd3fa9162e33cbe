package io.concor.autoconfigure.endpoint.change;

import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.RequestedSlot;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns slots and adds, replaces, resizes and removes their joins. Thread-safe. */
@Endpoint(id = "concorslots", defaultAccess = Access.READ_ONLY)
public final class ConcorSlotsEndpoint {

    private final Manager manager;
    private final CallerContext caller;

    ConcorSlotsEndpoint(Manager manager, CallerContext caller) {
        this.manager = manager;
        this.caller = caller;
    }

    /**
     * Returns all slots of a flow, including empty ones.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public SlotsDescriptor slots(@Selector String flow) {
        ManagedFlow managed = manager.flow(flow);
        return new SlotsDescriptor(
                flow,
                managed.layout().version(),
                managed.slots().stream().map(slot -> status(managed, slot)).toList());
    }

    /**
     * Returns a slot.
     *
     * @param flow the name of the flow
     * @param slot the name of the slot
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public SlotsDescriptor.SlotStatus slot(@Selector String flow, @Selector String slot) {
        ManagedFlow managed = manager.flow(flow);
        return status(managed, managed.slot(slot));
    }

    private static SlotsDescriptor.SlotStatus status(ManagedFlow flow, SlotState slot) {
        return SlotsDescriptor.SlotStatus.of(slot, flow.component(slot.name()).kind());
    }

    /**
     * Adds a join to a slot, or replaces or resizes its join; pool {@code none} removes it. Missing settings stay
     * unchanged if the pool stays the same; otherwise they have their defaults. All parameters are text, so that Concor
     * reports unreadable values rather than Actuator.
     *
     * @param flow the name of the flow
     * @param slot the name of the slot
     * @param pool the pool
     * @param threads the number of threads
     * @param capacity the number of events that can wait before the previous stage pauses
     * @param wait how a thread waits for events
     * @param keepAlive the time after which an idle surplus thread of a cached pool ends
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check the change without applying it
     * @param reason the reason for the history
     * @param revertAfter the time after which the change is reverted unless it is confirmed
     * @param batch the largest number of events in a batch, for a batch component
     * @param linger how long a thread waits for more events of a batch
     * @param batchTarget the time that the size of batches follows; {@code none} removes it
     * @param batchErrors {@code fail} or {@code split}: what an error does to the events of a batch
     * @param queue {@code memory}, {@code durable} or {@code remote}: where events wait
     * @param attempts how often an event is tried at a durable or remote slot; {@code none} removes it
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public ChangeDescriptor change(
            @Selector String flow,
            @Selector String slot,
            @Nullable String pool,
            @Nullable String threads,
            @Nullable String capacity,
            @Nullable String wait,
            @Nullable String keepAlive,
            @Nullable String expectedVersion,
            @Nullable String dryRun,
            @Nullable String reason,
            @Nullable String revertAfter,
            @Nullable String batch,
            @Nullable String linger,
            @Nullable String batchTarget,
            @Nullable String batchErrors,
            @Nullable String queue,
            @Nullable String attempts) {
        TaskKind kind = manager.flow(flow).component(slot).kind();
        RequestedSlot settings = RequestedSlot.of(
                pool, threads, capacity, wait, queue, attempts, keepAlive, batch, linger, batchTarget, batchErrors);
        ChangeOptions options = new ChangeOptions(expectedVersion, dryRun, reason, revertAfter);
        ChangeRequest asked = options.on(ChangeRequest.options(flow)).by(caller.origin());
        return ChangeDescriptor.ofSlot(slot, manager.changeSlot(asked, slot, settings.change(kind)));
    }

    /**
     * Removes the join of a slot.
     *
     * @param flow the name of the flow
     * @param slot the name of the slot
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check the change without applying it
     * @param reason the reason for the history
     * @param revertAfter the time after which the change is reverted unless it is confirmed
     */
    @DeleteOperation(producesFrom = ResponseFormat.class)
    public ChangeDescriptor takeOut(
            @Selector String flow,
            @Selector String slot,
            @Nullable String expectedVersion,
            @Nullable String dryRun,
            @Nullable String reason,
            @Nullable String revertAfter) {
        ChangeOptions options = new ChangeOptions(expectedVersion, dryRun, reason, revertAfter);
        ChangeRequest asked = options.on(ChangeRequest.takeOut(flow, slot)).by(caller.origin());
        return ChangeDescriptor.ofSlot(slot, manager.change(asked));
    }
}
