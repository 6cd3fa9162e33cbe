/**
 * Batches of messages: a flow with a batch task, and the loop with which it is compared.
 */
@NullMarked
package io.concor.benchmarks.batch;

import org.jspecify.annotations.NullMarked;
