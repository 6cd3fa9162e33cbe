/** The experiments of the report on persistent queues: clients of message queues, with one setting that varies. */
@NullMarked
package io.concor.experiments.clientqueues;

import org.jspecify.annotations.NullMarked;
