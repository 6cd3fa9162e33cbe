package io.concor.kafka.store;

import java.time.Duration;

/**
 * What readers wait for.
 *
 * @param mostBehind so far behind what was read last a delayed event is put again
 * @param unknownTypes how long events wait whose types this process does not know
 */
public record ReadingLimits(long mostBehind, Duration unknownTypes) {}
