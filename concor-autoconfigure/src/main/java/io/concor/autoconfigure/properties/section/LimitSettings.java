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
        limits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    public ResourceLimits toLimits() {
        return limits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    private static ResourceLimits limits(
            @Nullable Integer threads,
            @Nullable Integer perFlow,
            @Nullable Integer perSlot,
            @Nullable DataSize ringMemory) {
        return new ResourceLimits(threads, perFlow, perSlot, ringMemory == null ? null : ringMemory.toBytes());
    }
}
