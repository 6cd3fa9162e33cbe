/**
 * What a database knows of remote queues: who owns a partition of a topic, and which of its events have ended with a transaction of
 * that database.
 */
@NullMarked
package io.concor.queues.ledger;

import org.jspecify.annotations.NullMarked;
