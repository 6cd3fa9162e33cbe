/**
 * The same work as a pipeline of Concor and of each of its peers.
 *
 * <p>A {@link io.concor.benchmarks.pipeline.Shape} says what is to be done on which threads, and a
 * {@link io.concor.benchmarks.pipeline.Variant} makes a {@link io.concor.benchmarks.pipeline.Pipeline} of it.
 */
@NullMarked
package io.concor.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
