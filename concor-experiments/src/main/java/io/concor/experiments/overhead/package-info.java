/** Experiment 1: the overhead of Concor. */
@NullMarked
package io.concor.experiments.overhead;

import org.jspecify.annotations.NullMarked;
