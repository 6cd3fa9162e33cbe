/** Keyed work, by Concor and by hand. */
@NullMarked
package io.concor.benchmarks.keyed;

import org.jspecify.annotations.NullMarked;
