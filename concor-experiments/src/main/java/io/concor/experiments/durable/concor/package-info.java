/** Durable slots of Concor under the checker, and measured with the other queues. */
@NullMarked
package io.concor.experiments.durable.concor;

import org.jspecify.annotations.NullMarked;
