/** What JMH runs. Each class is one case of {@code docs/performance.md} and tells how it is run alone. */
@NullMarked
package io.concor.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
