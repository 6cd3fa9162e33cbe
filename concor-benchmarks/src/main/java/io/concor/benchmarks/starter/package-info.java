/** What surrounds the measured flows: an application with Concor's starter, or nothing. */
@NullMarked
package io.concor.benchmarks.starter;

import org.jspecify.annotations.NullMarked;
