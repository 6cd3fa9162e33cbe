/** Queues, partitions and events as this process has them: what the threads that read, handle and write them share. */
@NullMarked
package io.concor.kafka.event;

import org.jspecify.annotations.NullMarked;
