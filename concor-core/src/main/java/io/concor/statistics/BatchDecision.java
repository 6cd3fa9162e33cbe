package io.concor.statistics;

import java.time.Instant;

/**
 * A change of the number of events that a batch may have, made because of a {@linkplain io.concor.BatchSettings#target
 * target}, and what it is based on. The duration of a call is fitted to {@code fixedMicros + perEventMicros * events}.
 *
 * @param from the number of events before
 * @param to the number of events from then on
 * @param p95Micros the time that 95 of 100 events did not exceed, waiting included: estimated from batches and the queue
 * @param fixedMicros the fitted duration that each call takes, however many events there are
 * @param perEventMicros the fitted duration for each event
 * @param reason why, in words
 */
public record BatchDecision(
        Instant time, int from, int to, double p95Micros, double fixedMicros, double perEventMicros, String reason) {}
