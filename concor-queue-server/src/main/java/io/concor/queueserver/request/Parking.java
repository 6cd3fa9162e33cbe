package io.concor.queueserver.request;

import io.concor.queues.client.MessageArrivals.Interest;
import java.time.Duration;

/**
 * How a receive waits that found nothing.
 *
 * @param interest what it waits for
 * @param mark of the interest, from before the look
 * @param patience how long it may wait, from its beginning on
 */
public record Parking(Interest interest, long mark, Duration patience) {}
