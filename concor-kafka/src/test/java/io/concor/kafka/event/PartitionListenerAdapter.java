package io.concor.kafka.event;

import java.util.List;

/** Does nothing about a partition. */
public interface PartitionListenerAdapter extends PartitionListener {

    @Override
    default void ended(List<RemoteEnd> ends) {}

    @Override
    default void released(RemoteEvent event) {}

    @Override
    default void covered(PartitionLease lease, List<UncoveredRow> rows) {}

    @Override
    default void outcomeUnknown(PartitionLease lease) {}
}
