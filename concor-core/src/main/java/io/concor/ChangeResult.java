package io.concor;

import java.time.Duration;
import java.util.List;

/**
 * What a change did, or would do.
 *
 * @param flow the flow's name
 * @param dryRun whether it was only checked
 * @param oldVersion the version before
 * @param version the version now; after a dry run, and where nothing differs, the same as before
 * @param slots the slots whose settings differ
 * @param handedOver how many waiting events the change met: another pool took them over, or the old threads of a join
 *     that was taken out worked them off
 * @param took how long the change took
 */
public record ChangeResult(
        String flow,
        boolean dryRun,
        long oldVersion,
        long version,
        List<SlotChange> slots,
        long handedOver,
        Duration took) {}
