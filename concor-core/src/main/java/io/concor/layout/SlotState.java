package io.concor.layout;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/**
 * The state of a slot. If the slot is empty or the flow is stopped, the numbers are those of threads that still handle
 * events of the removed join, or zero.
 *
 * @param settings the settings of its join, or of a stopped flow's join at the next start; null if the slot is empty
 * @param queueSize number of events that wait in the ring
 * @param activeThreads number of threads that handle an event
 * @param totalThreads number of threads of the pool
 * @param taken number of events that the pool has taken from the ring since the join was added
 */
public record SlotState(
        String name,
        @Nullable JoinSettings settings,
        long queueSize,
        int activeThreads,
        int totalThreads,
        long taken) {}
