package io.concor.queues.write;

import io.concor.queue.PutReceipt;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.row.NewRow;

/** A put that waits to be written. */
public record PutRequest(LocalQueue queue, NewRow row, PutReceipt receipt) {}
