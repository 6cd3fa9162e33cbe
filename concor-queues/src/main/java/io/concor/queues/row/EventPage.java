package io.concor.queues.row;

import java.util.List;
import java.util.Set;

/**
 * Rows that were read.
 *
 * @param rows by their ids, over all lanes
 * @param unfinished the lanes that may have further rows behind those read: their limit was reached, or the bound of bytes was
 */
public record EventPage(List<EventRow> rows, Set<Integer> unfinished) {}
