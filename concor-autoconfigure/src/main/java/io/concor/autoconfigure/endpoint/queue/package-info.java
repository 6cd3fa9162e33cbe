/** The endpoint of durable queues. */
@NullMarked
package io.concor.autoconfigure.endpoint.queue;

import org.jspecify.annotations.NullMarked;
