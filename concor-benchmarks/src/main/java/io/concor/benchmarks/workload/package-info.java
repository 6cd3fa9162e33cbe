/**
 * The work that all pipelines do: the components of a {@link io.concor.benchmarks.workload.Shape} and the threads that
 * run them.
 */
@NullMarked
package io.concor.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
