/** The run time of a store: its threads and queues. */
@NullMarked
package io.concor.kafka.store;

import org.jspecify.annotations.NullMarked;
