package io.concor.experiments.distributed;

/**
 * What goes through a pipeline.
 *
 * @param index from 0 in the order of the elements; below 0 for one that is not measured
 */
record Element(int index, String text) {}
