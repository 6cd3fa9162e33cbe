/** Runs all of {@code docs/performance.md} and writes its tables. */
@NullMarked
package io.concor.benchmarks.report;

import org.jspecify.annotations.NullMarked;
