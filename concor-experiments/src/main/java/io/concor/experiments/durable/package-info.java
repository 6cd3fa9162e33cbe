/** Commands that check and compare queues in databases, which {@code docs/experiments/durable.md} describes. */
@NullMarked
package io.concor.experiments.durable;

import org.jspecify.annotations.NullMarked;
