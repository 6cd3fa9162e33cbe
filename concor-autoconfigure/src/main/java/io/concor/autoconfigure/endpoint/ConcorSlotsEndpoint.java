package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Shows slots, and puts joins in, exchanges, resizes and takes them out. Thread-safe. */
@Endpoint(id = "concorslots", defaultAccess = Access.READ_ONLY)
public final class ConcorSlotsEndpoint {

    private final Manager manager;
    private final CallerContext caller;

    ConcorSlotsEndpoint(Manager manager, CallerContext caller) {
        this.manager = manager;
        this.caller = caller;
    }

    /**
     * The slots of a flow, empty ones too.
     *
     * @param flow the flow's name
     */
    @ReadOperation
    public SlotsDescriptor slots(@Selector String flow) {
        return new SlotsDescriptor(
                flow,
                manager.layout(flow).version(),
                manager.slots(flow).stream().map(SlotsDescriptor.SlotStatus::of).toList());
    }

    /**
     * A slot.
     *
     * @param flow the flow's name
     * @param slot the slot's name
     */
    @ReadOperation
    public SlotsDescriptor.SlotStatus slot(@Selector String flow, @Selector String slot) {
        return SlotsDescriptor.SlotStatus.of(manager.slot(flow, slot));
    }

    /**
     * Puts a join in, exchanges or resizes the one that is there; with pool {@code none}, takes it out. What is left
     * out stays where the pool is the same, and has its default otherwise. Everything is text, so that what is
     * unreadable can be told in Concor's own words.
     *
     * @param flow the flow's name
     * @param slot the slot's name
     * @param pool the pool
     * @param threads the number of threads
     * @param capacity how many events may wait before the stage in front pauses
     * @param wait what a thread does while there is no event
     * @param keepAlive how long a thread that a cached pool can spare stays idle
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check only
     * @param reason why
     * @param revertAfter after which time the layout from before comes back unless the change is confirmed
     */
    @WriteOperation
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
            @Nullable String revertAfter) {
        manager.slot(flow, slot);
        SlotSettings settings = new SlotSettings(
                pool,
                threads == null ? null : SettingFormat.wholeNumber("threads", threads),
                capacity == null ? null : SettingFormat.wholeNumber("capacity", capacity),
                wait,
                keepAlive == null ? null : SettingFormat.duration("keep-alive", keepAlive));
        ChangeOptions options = new ChangeOptions(expectedVersion, dryRun, reason, revertAfter);
        ChangeRequest asked = options.on(ChangeRequest.options(flow)).by(caller.origin());
        return ChangeDescriptor.ofSlot(
                slot, manager.changeSlot(asked, slot, present -> settings.over(present.orElse(null))
                        .toJoinSettings()));
    }

    /**
     * Takes the join out.
     *
     * @param flow the flow's name
     * @param slot the slot's name
     * @param expectedVersion the version that the layout must have
     * @param dryRun whether to check only
     * @param reason why
     * @param revertAfter after which time the join comes back unless the change is confirmed
     */
    @DeleteOperation
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
