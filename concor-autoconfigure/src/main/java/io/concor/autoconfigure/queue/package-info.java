/** Durable queues: how messages are written. */
@NullMarked
package io.concor.autoconfigure.queue;

import org.jspecify.annotations.NullMarked;
