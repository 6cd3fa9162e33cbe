/** Markdown tables of measured results, and the documents that show them. */
@NullMarked
package io.concor.benchmarks.report;

import org.jspecify.annotations.NullMarked;
