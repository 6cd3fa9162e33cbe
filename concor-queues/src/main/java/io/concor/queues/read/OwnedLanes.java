package io.concor.queues.read;

import io.concor.queues.event.LocalQueue;
import io.concor.queues.row.EventPage;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneCursor;
import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.LaneRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lanes of a queue that this process owns. For the reader's thread. */
final class OwnedLanes {

    private static final int PAGE_ROWS = 256;
    private static final int LEAST_OF_LANE = 16;
    /** As many as a page, which counts as begun by the same mark. */
    private static final int IDS_AHEAD = PAGE_ROWS;

    private final LocalQueue queue;
    private final Map<Integer, LaneState> lanes = new TreeMap<>();

    OwnedLanes(LocalQueue queue) {
        this.queue = queue;
    }

    @Nullable
    LaneState find(int lane) {
        return lanes.get(lane);
    }

    Collection<LaneState> all() {
        return lanes.values();
    }

    Set<Integer> numbers() {
        return lanes.keySet();
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    boolean isComplete() {
        return lanes.size() == queue.lanes();
    }

    /** Returns those that go, and of which nothing is in work. */
    List<LaneState> leavingIdle() {
        return lanes.values().stream().filter(LaneState::isLeavingIdle).toList();
    }

    void add(LaneRow lane) {
        lanes.put(lane.lane(), new LaneState(lane));
        show();
    }

    void remove(int lane) {
        lanes.remove(lane);
        show();
    }

    private void show() {
        long owned = 0;
        for (int lane : lanes.keySet()) {
            owned |= 1L << lane;
        }
        queue.owns(owned);
    }

    /** Has all lanes read again from an id on. */
    void rewind(long id) {
        lanes.values().forEach(lane -> lane.rewind(id));
    }

    /** Has a lane read again from an id on, if it is still owned. */
    void rewind(int lane, long id) {
        LaneState state = lanes.get(lane);
        if (state != null) {
            state.rewind(id);
        }
    }

    boolean areUnread() {
        return lanes.values().stream().anyMatch(LaneState::isReadable);
    }

    /** Returns from where on lanes are to be read that may have unread rows: a page together. */
    List<LaneCursor> unread() {
        List<LaneState> readable =
                lanes.values().stream().filter(LaneState::isReadable).toList();
        int limit = Math.max(LEAST_OF_LANE, PAGE_ROWS / Math.max(1, readable.size()));
        return readable.stream()
                .map(lane -> new LaneCursor(lane.epoch().lane(), lane.cursor(), limit))
                .toList();
    }

    /**
     * Of lanes that were read to the end, the marks are set so far ahead that the next events need none: one commit for many
     * that come one by one. If this process dies, events that come meanwhile count as begun, as those of a page do.
     *
     * @param marks those that have to be raised, and to which id
     */
    void markAhead(Map<LaneEpoch, Long> marks) {
        long greatest = marks.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (greatest > 0) {
            lanes.values().stream()
                    .filter(LaneState::isReadToEnd)
                    .forEach(lane -> marks.put(lane.epoch(), greatest + IDS_AHEAD));
        }
        marks.forEach((epoch, id) -> {
            LaneState lane = lanes.get(epoch.lane());
            if (lane != null) {
                lane.marking(id);
            }
        });
    }

    /** Returns, of lanes whose marks are ahead of what was handed out, up to which id that was. */
    Map<LaneEpoch, Long> lowered() {
        Map<LaneEpoch, Long> exact = new HashMap<>();
        lanes.values().stream()
                .filter(LaneState::isMarkedAhead)
                .forEach(lane -> exact.put(lane.epoch(), lane.lowering()));
        return exact;
    }

    /** Returns from where on rows of one key are read. */
    static LaneCursor page(int lane, long from) {
        return new LaneCursor(lane, from, PAGE_ROWS);
    }

    /** Lanes were read. */
    void read(List<LaneCursor> cursors, EventPage page) {
        for (LaneCursor cursor : cursors) {
            LaneState lane = lanes.get(cursor.lane());
            if (lane != null) {
                lane.readToEnd(!page.unfinished().contains(cursor.lane()));
            }
        }
    }

    /** Returns the rows before which none can have been left out by the limit of a lane; the others are read again. */
    List<EventRow> inOrder(List<LaneCursor> cursors, EventPage page) {
        Map<Integer, List<Long>> ids = new HashMap<>();
        page.rows().forEach(row -> ids.computeIfAbsent(row.row().lane(), lane -> new ArrayList<>())
                .add(row.row().id()));
        long last = Long.MAX_VALUE;
        for (LaneCursor cursor : cursors) {
            List<Long> read = ids.getOrDefault(cursor.lane(), List.of());
            if (read.size() >= cursor.limit()) {
                last = Math.min(last, read.get(read.size() - 1));
            }
        }
        long complete = last;
        page.rows().stream()
                .filter(row -> row.row().id() > complete)
                .map(row -> lanes.get(row.row().lane()))
                .forEach(lane -> {
                    if (lane != null) {
                        lane.readToEnd(false);
                    }
                });
        return page.rows().stream().filter(row -> row.row().id() <= complete).toList();
    }
}
