/** Experiment 2: the effect of a layout change on throughput. */
@NullMarked
package io.concor.experiments.switching;

import org.jspecify.annotations.NullMarked;
