package io.concor.kafka.read;

import io.concor.kafka.event.Progress;
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

    private static final long NONE = -1;

    private final AssignedPartitions partitions;

    AttemptGate(AssignedPartitions partitions) {
        this.partitions = partitions;
    }

    /**
     * Returns whether an event may be handed out.
     *
     * @param lost how many of its attempts were lost
     */
    boolean mayBegin(OwnedPartition partition, long offset, int lost, long nowMillis) {
        Progress progress = partition.lease().progress();
        if (lost == 0) {
            return progress.begins(offset);
        }
        if (!hasRoom(partition, offset, lost)) {
            nothingBegins(partition);
            return false;
        }
        boolean asked = progress.begunAgain().containsKey(offset);
        boolean begins = progress.begins(offset);
        if (!begins) {
            nothingBegins(partition);
        }
        if (!begins && !asked) {
            askForOthers(partition, nowMillis);
        }
        return begins;
    }

    /** One record has the attempts of those too that come next: else each would have to wait for a record of its own. */
    private void askForOthers(OwnedPartition partition, long nowMillis) {
        List<Integer> others = lostOfOthers(partition, NONE);
        if (others.stream().anyMatch(each -> each >= RemoteEvent.SUSPECT)) {
            return;
        }
        int room = MOST_AGAIN - others.size();
        Progress progress = partition.lease().progress();
        for (WaitingEvent event : partition.order().first(nowMillis)) {
            if (room <= 0) {
                return;
            }
            int lost = progress.lost(event.offset());
            boolean comes = event.copy() != null && lost > 0 && lost < RemoteEvent.SUSPECT;
            if (comes && !progress.begunAgain().containsKey(event.offset())) {
                progress.begins(event.offset());
                room--;
            }
        }
    }

    /** What may begin again by now and was not handed out waits for something else, maybe for long: it takes no room meanwhile. */
    void nothingBegins(OwnedPartition partition) {
        partition.lease().progress().forgetWaiting(partition.order().inHand().keySet());
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
