package io.concor.queues.row;

/** The rows of a lane: the least and the greatest id. */
public record RowSpan(long first, long last) {}
