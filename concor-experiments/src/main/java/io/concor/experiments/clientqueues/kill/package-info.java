/** Clients of message queues while servers and their database are killed. */
@NullMarked
package io.concor.experiments.clientqueues.kill;

import org.jspecify.annotations.NullMarked;
