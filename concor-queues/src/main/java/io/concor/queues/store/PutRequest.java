package io.concor.queues.store;

import io.concor.queue.PutReceipt;
import io.concor.queues.row.NewRow;

/** A put that waits to be written. */
record PutRequest(DatabaseQueue queue, NewRow row, PutReceipt receipt) {}
