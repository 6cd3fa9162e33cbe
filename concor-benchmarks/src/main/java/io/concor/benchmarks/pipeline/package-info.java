/**
 * Pipelines of Concor and of its peers. A {@link io.concor.benchmarks.pipeline.Variant} runs a
 * {@link io.concor.benchmarks.workload.Shape} as a {@link io.concor.benchmarks.pipeline.Pipeline}.
 */
@NullMarked
package io.concor.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
