/** The result of a run and its files: JSON, CSV and an HTML report with charts. */
@NullMarked
package io.concor.simulator.result;

import org.jspecify.annotations.NullMarked;
