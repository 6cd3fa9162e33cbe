/** Durable queues: what an application needs to choose and to configure a store. */
@NullMarked
package io.concor.queues;

import org.jspecify.annotations.NullMarked;
