package io.concor.experiments.result;

/**
 * A writer with one way of forming batches.
 *
 * @param batches how batches are formed, in words
 * @param size the number of events for which each batch waits; 0 if it waits for none
 * @param saturated under a constant backlog
 * @param half at half of the rate that it handled under the backlog
 */
public record BatchSizeRun(String batches, int size, BatchLoad saturated, BatchLoad half) {}
