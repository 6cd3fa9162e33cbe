/** Queues written by hand: correct ones, the upper bounds of the benchmarks, and wrong ones that the checker must find. */
@NullMarked
package io.concor.experiments.durable.program;

import org.jspecify.annotations.NullMarked;
