package io.concor.kafka.event;

import java.util.List;

/** Learns what becomes of the events of a partition. Called by any thread, which it does not block. */
public interface PartitionListener {

    /** Ends were committed. */
    void ended(List<RemoteEnd> ends);

    /** An event was given back. */
    void released(RemoteEvent event);

    /** A record of the progress that was committed says what rows of a database say. */
    void covered(PartitionLease lease, List<UncoveredRow> rows);

    /** It is not known which ends of a partition were committed: its progress has to be read again. */
    void outcomeUnknown(PartitionLease lease);
}
