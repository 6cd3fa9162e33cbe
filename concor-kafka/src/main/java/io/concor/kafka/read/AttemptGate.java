package io.concor.kafka.read;

import io.concor.kafka.event.RemoteEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Which attempts may begin: those that are written in the progress of their partitions. Events that a lost owner may have had in hand
 * come few at a time, and one that two may have died of comes alone among them, so that it is soon known of which one processes
 * die. What is to be written counts as what is in hand: if this process dies, the next one cannot tell them apart. For the reader's
 * thread.
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
        return (lost == 0 || hasRoom(partition, offset, lost))
                && partition.lease().progress().begins(offset);
    }

    private boolean hasRoom(OwnedPartition partition, long offset, int lost) {
        List<Integer> others = lostOfOthers(partition, offset);
        return lost >= RemoteEvent.SUSPECT
                ? others.isEmpty()
                : others.size() < MOST_AGAIN && others.stream().allMatch(each -> each < RemoteEvent.SUSPECT);
    }

    private List<Integer> lostOfOthers(OwnedPartition partition, long offset) {
        List<Integer> others = new ArrayList<>();
        for (OwnedPartition each : partitions.all()) {
            each.lease().progress().begunAgain().forEach((begun, lost) -> {
                if (!each.equals(partition) || begun != offset) {
                    others.add(lost);
                }
            });
        }
        return others;
    }
}
