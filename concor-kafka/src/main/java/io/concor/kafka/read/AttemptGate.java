package io.concor.kafka.read;

import io.concor.kafka.event.RemoteEvent;
import java.util.stream.Stream;

/**
 * Which attempts may begin: those that are written in the progress of their partitions. Events that a lost owner may have had in hand
 * come few at a time, and one that two may have died of comes alone among them, so that it is soon known of which one processes
 * die. For the reader's thread.
 */
final class AttemptGate {

    /** One record has the attempts of so many. */
    private static final int MOST_AGAIN = 64;

    private final AssignedPartitions partitions;

    AttemptGate(AssignedPartitions partitions) {
        this.partitions = partitions;
    }

    /**
     * Returns whether an event may be handed out.
     *
     * @param lost how many of its attempts were lost
     */
    boolean mayBegin(OwnedPartition partition, long offset, int lost) {
        return (lost == 0 || hasRoom(lost)) && partition.lease().progress().begins(offset);
    }

    private boolean hasRoom(int lost) {
        return lost >= RemoteEvent.SUSPECT
                ? again().findAny().isEmpty()
                : again().noneMatch(event -> event.lost() >= RemoteEvent.SUSPECT)
                        && again().limit(MOST_AGAIN).count() < MOST_AGAIN;
    }

    private Stream<RemoteEvent> again() {
        return partitions.all().stream()
                .flatMap(each -> each.order().inHand().stream())
                .filter(event -> event.lost() > 0);
    }
}
