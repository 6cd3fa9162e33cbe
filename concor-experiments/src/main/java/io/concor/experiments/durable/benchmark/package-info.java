/** Benchmarks of queues in databases: the load is in the process of the subject, the counters are read outside of it. */
@NullMarked
package io.concor.experiments.durable.benchmark;

import org.jspecify.annotations.NullMarked;
