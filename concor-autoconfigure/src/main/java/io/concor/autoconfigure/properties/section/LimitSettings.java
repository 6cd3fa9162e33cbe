package io.concor.autoconfigure.properties.section;

import io.concor.manage.ResourceLimits;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Limits of all layouts. They count what the settings of the joins allow.
 *
 * @param threads Maximum number of threads of all flows. Default: unlimited.
 * @param threadsPerFlow Maximum number of threads of all slots of a flow. Default: unlimited.
 * @param threadsPerSlot Maximum number of threads of a slot. Default: unlimited.
 * @param ringMemory Maximum memory of the contexts and rings of all flows. Default: unlimited.
 */
public record LimitSettings(
        @Nullable Integer threads,
        @Nullable Integer threadsPerFlow,
        @Nullable Integer threadsPerSlot,
        @Nullable DataSize ringMemory) {

    /** Checks the numbers. */
    public LimitSettings {
        new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, bytes(ringMemory));
    }

    public ResourceLimits toLimits() {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, bytes(ringMemory));
    }

    private static @Nullable Long bytes(@Nullable DataSize size) {
        return size == null ? null : size.toBytes();
    }
}
