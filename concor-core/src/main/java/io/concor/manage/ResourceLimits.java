package io.concor.manage;

import io.concor.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * How much the layouts of all flows of a manager may take together. A value: the methods that take an argument give
 * changed copies. Counted is what the settings allow: the threads of all joins, and a ring for each filled slot.
 *
 * @param threads the most threads over all flows, or null for any number
 * @param threadsPerFlow the most threads over all slots of a flow, or null for any number
 * @param threadsPerSlot the most threads of one join, or null for any number
 * @param ringMemory the most memory of the rings of all flows, in bytes, or null for any
 */
public record ResourceLimits(
        @Nullable Integer threads,
        @Nullable Integer threadsPerFlow,
        @Nullable Integer threadsPerSlot,
        @Nullable Long ringMemory) {

    /** No limits. */
    public static final ResourceLimits NONE = new ResourceLimits(null, null, null, null);

    /**
     * Checks the numbers.
     *
     * @throws InvalidSettingException when one is below 1
     */
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

    /** The same with another limit of threads over all flows; null for none. */
    public ResourceLimits threads(@Nullable Integer threads) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    /** The same with another limit of threads for each flow; null for none. */
    public ResourceLimits threadsPerFlow(@Nullable Integer threadsPerFlow) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    /** The same with another limit of threads for each slot; null for none. */
    public ResourceLimits threadsPerSlot(@Nullable Integer threadsPerSlot) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }

    /** The same with another limit of the memory of rings, in bytes; null for none. */
    public ResourceLimits ringMemory(@Nullable Long ringMemory) {
        return new ResourceLimits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
    }
}
