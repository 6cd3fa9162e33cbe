/** Measurements at a given rate, or at none: latency, CPU, and what a change of the layout does to the output. */
@NullMarked
package io.concor.benchmarks.load;

import org.jspecify.annotations.NullMarked;
