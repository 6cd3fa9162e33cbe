/** Outboxes: queues of a database whose events go on, as they are, to a queue of another store. */
@NullMarked
package io.concor.queues.outbox;

import org.jspecify.annotations.NullMarked;
