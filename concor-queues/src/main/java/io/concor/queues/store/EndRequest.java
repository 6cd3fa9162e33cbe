package io.concor.queues.store;

import io.concor.queue.Ending;

/** An end of an event that waits to be written. */
record EndRequest(ClaimedEvent event, Ending ending) {}
