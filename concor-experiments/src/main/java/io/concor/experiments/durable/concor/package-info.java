/** Durable slots of Concor under the checker and beside the other queues. */
@NullMarked
package io.concor.experiments.durable.concor;

import org.jspecify.annotations.NullMarked;
