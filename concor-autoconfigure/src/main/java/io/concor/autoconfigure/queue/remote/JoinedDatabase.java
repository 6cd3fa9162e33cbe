package io.concor.autoconfigure.queue.remote;

import io.concor.queue.QueueStore;
import io.concor.queues.JdbcQueueStore;
import java.util.function.Supplier;

/**
 * The database in whose transactions events of remote slots end.
 *
 * @param base the store of durable slots there, as flows have it
 * @param opened returns that store, and opens it if need be
 */
record JoinedDatabase(QueueStore base, Supplier<JdbcQueueStore> opened) {}
