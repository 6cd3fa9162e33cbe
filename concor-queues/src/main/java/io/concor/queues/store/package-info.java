/**
 * A store at run time: its threads, which write, read and hand out events, and the queues, batches and transactions that the
 * engine uses. It implements {@link io.concor.queue}.
 */
@NullMarked
package io.concor.queues.store;

import org.jspecify.annotations.NullMarked;
