package io.concor.queues.row;

/**
 * Where a waiting event lies: the key of {@code concor_event}.
 *
 * @param queue the number of its queue
 * @param lane the number of its lane, from 0
 * @param id its place in the order of all events; greater than zero
 */
public record RowKey(int queue, int lane, long id) {}
