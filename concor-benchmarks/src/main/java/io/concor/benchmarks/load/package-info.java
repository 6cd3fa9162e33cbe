/** Measurements at a given rate or without load: latency, CPU, and the effect of layout changes on the output. */
@NullMarked
package io.concor.benchmarks.load;

import org.jspecify.annotations.NullMarked;
