/** Files, tables and plots of the results. */
@NullMarked
package io.concor.experiments.report;

import org.jspecify.annotations.NullMarked;
