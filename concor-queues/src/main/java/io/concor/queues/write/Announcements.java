package io.concor.queues.write;

import io.concor.queue.Ending;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.member.Membership;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says after a commit what it did: to the reader of this process, and to other processes. Thread-safe. */
public final class Announcements {

    private final CommitListener reader;
    private final Membership membership;

    public Announcements(CommitListener reader, Membership membership) {
        this.reader = reader;
        this.membership = membership;
    }

    /**
     * Rows were put.
     *
     * @param late whether their ids were made some seconds ago
     */
    public void put(List<PutRow> rows, boolean late) {
        rows.stream().filter(row -> !row.isDropped()).forEach(Announcements::count);
        announce(rows, true, late);
    }

    private static void count(PutRow row) {
        row.queue().depth().grew();
        if (!row.isDelayed()) {
            row.queue().ownRows().put(row.row().lane(), row.id());
        }
    }

    /** It is not known whether rows were put: readers look, and nobody else says so. */
    public void mayBeThere(List<PutRow> rows) {
        announce(rows, false, true);
    }

    private void announce(List<PutRow> rows, boolean committed, boolean late) {
        Map<LocalQueue, Map<Integer, Long>> lowest = new LinkedHashMap<>();
        boolean foreign = false;
        for (PutRow row : rows) {
            if (row.isDropped()) {
                continue;
            }
            if (row.isDelayed()) {
                delayed(row);
            } else if (!row.queue().ownsLane(row.row().lane())) {
                foreign = true;
            } else if (committed && row.queue().fresh().admits(row)) {
                reader.put(row);
            } else {
                lowest.computeIfAbsent(row.queue(), queue -> new LinkedHashMap<>())
                        .merge(row.row().lane(), row.id(), Math::min);
            }
        }
        lowest.forEach(reader::put);
        if (foreign) {
            membership.announce(late);
        }
    }

    private void delayed(PutRow row) {
        if (row.queue().ownsLanes()) {
            reader.delayed(row.queue());
        } else {
            membership.announce(false);
        }
    }

    /**
     * An event turned out to be another process's, or to have ended. Those behind it in its order must not begin until the reader
     * has looked why.
     *
     * @return false if that was known
     */
    public boolean disown(ClaimedEvent event) {
        boolean news = event.revoke();
        if (news) {
            event.queue().holds().holdBehind(event);
            reader.disowned(event);
        }
        return news;
    }

    /** Events have ended: all in one transaction. */
    public void ended(List<EndRequest> ends) {
        for (EndRequest end : ends) {
            end.event().end();
            LocalQueue queue = end.event().queue();
            if (!(end.ending() instanceof Ending.Postponed)) {
                queue.depth().shrank();
                continue;
            }
            queue.activity().retries().add(1);
            if (!queue.keepsPlace(end)) {
                reader.delayed(queue);
            }
        }
        reader.ended(List.copyOf(ends));
        ends.forEach(end -> end.event().ended());
    }
}
