/** The experiments of the thesis with the three sample applications: {@code docs/experiments.md}. */
@NullMarked
package io.concor.benchmarks.experiment;

import org.jspecify.annotations.NullMarked;
