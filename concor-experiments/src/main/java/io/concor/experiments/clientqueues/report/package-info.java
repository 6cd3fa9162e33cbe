/** The command {@code client-queues-report}: the experiments of the report on persistent queues, each of which starts what it needs. */
@NullMarked
package io.concor.experiments.clientqueues.report;

import org.jspecify.annotations.NullMarked;
