/** Clients of message queues next to hostile ones. */
@NullMarked
package io.concor.experiments.clientqueues.hostile;

import org.jspecify.annotations.NullMarked;
