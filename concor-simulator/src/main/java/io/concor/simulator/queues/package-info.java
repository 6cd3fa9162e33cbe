/** Clients of message queues: their workload and what it measures. */
@NullMarked
package io.concor.simulator.queues;

import org.jspecify.annotations.NullMarked;
