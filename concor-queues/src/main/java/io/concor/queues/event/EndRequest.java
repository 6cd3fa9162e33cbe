package io.concor.queues.event;

import io.concor.queue.Ending;
import org.jspecify.annotations.Nullable;

/**
 * An end of an event that waits to be written.
 *
 * @param to the queue that it is handed on to, if it is
 */
public record EndRequest(
        ClaimedEvent event, Ending ending, @Nullable LocalQueue to) {}
