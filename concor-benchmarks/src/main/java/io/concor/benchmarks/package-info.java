/** The engine beside its peers. {@link io.concor.benchmarks.Benchmarks} is what is run. */
@NullMarked
package io.concor.benchmarks;

import org.jspecify.annotations.NullMarked;
