package io.concor.kafka.store;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.record.DoneRecord;
import io.concor.kafka.record.UniqueId;
import io.concor.queues.ledger.LedgerEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What a transaction of a database ends in a partition: a row there. */
record EndedRow(PartitionLease lease, UncoveredRow row, LedgerEntry entry) {

    /** Returns the rows that say which events have ended, one for each partition. */
    static List<EndedRow> of(List<RemoteEnd> ends) {
        Map<PartitionLease, List<RemoteEnd>> byLease =
                ends.stream().collect(Collectors.groupingBy(RemoteEnd::lease, LinkedHashMap::new, Collectors.toList()));
        return byLease.entrySet().stream()
                .map(each -> of(each.getKey(), each.getValue()))
                .toList();
    }

    private static EndedRow of(PartitionLease lease, List<RemoteEnd> ends) {
        List<RemoteEvent> events =
                ends.stream().map(RemoteEnd::event).filter(Objects::nonNull).toList();
        DoneRecord done = new DoneRecord(
                events.stream().map(RemoteEvent::offset).toList(),
                ends.stream().map(RemoteEnd::released).filter(Objects::nonNull).toList(),
                events.stream()
                        .filter(event -> event.record().unique())
                        .map(event -> new UniqueId(event.id(), event.record().putAt()))
                        .toList());
        UncoveredRow row = lease.row(done);
        String queue = lease.queue().definition().name();
        return new EndedRow(lease, row, new LedgerEntry(queue, lease.partition(), row.epoch(), row.id(), done.write()));
    }

    /** The transaction was committed. */
    void committed() {
        lease.progress().ended(row);
    }

    /** Only the database knows what has ended in the partition, or who owns it. */
    void doubt() {
        lease.listener().outcomeUnknown(lease);
    }
}
