package io.concor.layout;

import io.concor.JoinSettings;
import org.jspecify.annotations.Nullable;

/**
 * A slot at a glance. The numbers of an empty slot are those of threads that still work off what waited when its join
 * was taken out; zero where there are none. So are those of a stopped flow.
 *
 * @param name the slot's name
 * @param settings the settings of its join, or of the one that a start will put in; null where it is empty
 * @param queueSize how many events wait in the ring
 * @param activeThreads how many threads of the pool handle an event
 * @param totalThreads how many threads the pool has
 * @param taken how many events the pool has taken from the ring since the join was put in
 */
public record SlotState(
        String name,
        @Nullable JoinSettings settings,
        long queueSize,
        int activeThreads,
        int totalThreads,
        long taken) {}
