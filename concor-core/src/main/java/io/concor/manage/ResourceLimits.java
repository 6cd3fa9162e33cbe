package io.concor.manage;

import io.concor.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * What the layouts of all flows of a manager may use together, according to their settings: the threads of all joins,
 * the contexts of all events that may be inside, and a ring for each filled slot. Methods with an argument return
 * changed copies, in which null means no limit.
 *
 * @param threads the most threads over all flows, or null
 * @param threadsPerFlow the most threads over all slots of a flow, or null
 * @param threadsPerSlot the most threads of one join, or null
 * @param ringMemory the most memory of the contexts and rings of all flows, in bytes, or null
 */
public record ResourceLimits(
        @Nullable Integer threads,
        @Nullable Integer threadsPerFlow,
        @Nullable Integer threadsPerSlot,
        @Nullable Long ringMemory) {

    public static final ResourceLimits NONE = new ResourceLimits(null, null, null, null);

    /** @throws InvalidSettingException if a limit is below 1 */
    public ResourceLimits {
        requirePositive("threads", threads);
        requirePositive("threads-per-flow", threadsPerFlow);
        requirePositive("threads-per-slot", threadsPerSlot);
        requirePositive("ring-memory", ringMemory);
    }

    private static void requirePositive(String field, @Nullable Number limit) {
        if (limit != null && limit.longValue() < 1) {
            throw InvalidSettingException.outOfBounds(field, limit, "1 or more");
        }
    }

    public ResourceLimits threads(@Nullable Integer threads) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    public ResourceLimits threadsPerFlow(@Nullable Integer threadsPerFlow) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    public ResourceLimits threadsPerSlot(@Nullable Integer threadsPerSlot) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    /** @param ringMemory in bytes */
    public ResourceLimits ringMemory(@Nullable Long ringMemory) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }
}
