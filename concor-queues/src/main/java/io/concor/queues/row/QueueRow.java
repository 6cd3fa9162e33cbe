package io.concor.queues.row;

/**
 * A queue, as it was read.
 *
 * @param id its number
 * @param flow the name of the flow
 * @param slot the name of the slot
 * @param lanes how many lanes it has, numbered from 0; fixed at its creation
 * @param paused whether it hands out nothing
 */
public record QueueRow(int id, String flow, String slot, int lanes, boolean paused) {}
