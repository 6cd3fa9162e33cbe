/** Comparison of Concor with its peers. {@link io.concor.benchmarks.Benchmarks} is the main class. */
@NullMarked
package io.concor.benchmarks;

import org.jspecify.annotations.NullMarked;
