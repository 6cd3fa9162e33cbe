/** The experiments of the thesis with the three sample applications: {@code docs/experiments.md}. */
@NullMarked
package io.concor.experiments;

import org.jspecify.annotations.NullMarked;
