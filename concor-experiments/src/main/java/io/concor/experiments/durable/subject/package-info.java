/** Queues in databases as processes of their own: what the checker and the benchmarks start, and how they talk to it. */
@NullMarked
package io.concor.experiments.durable.subject;

import org.jspecify.annotations.NullMarked;
