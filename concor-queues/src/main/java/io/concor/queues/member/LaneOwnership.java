package io.concor.queues.member;

import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.row.LaneRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which lanes this instance owns, and what it does so that the consumers of each queue share them. For one thread. */
final class LaneOwnership {

    private final MemberTables tables;
    private final HeldConnection connection;
    private final LaneListener listener;
    private final Map<Integer, Consumption> queues = new HashMap<>();

    LaneOwnership(MemberTables tables, HeldConnection connection, LaneListener listener) {
        this.tables = tables;
        this.connection = connection;
        this.listener = listener;
    }

    /** A queue that this instance consumes, or of which it still has lanes. */
    private static final class Consumption {
        boolean together;
        boolean stopped;
        final Map<Integer, Long> epochs = new HashMap<>();
        final Set<Integer> leaving = new TreeSet<>();
    }

    /** Returns the queues of which this instance is a consumer. */
    List<Integer> consumed() {
        return queues.entrySet().stream()
                .filter(queue -> !queue.getValue().stopped)
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    void consume(int queue, boolean together) {
        Consumption consumption = queues.computeIfAbsent(queue, key -> new Consumption());
        consumption.together = together;
        consumption.stopped = false;
    }

    /** Takes no further lane of a queue, and has those that it owns given back. */
    void stopConsuming(int queue) {
        Consumption consumption = queues.get(queue);
        if (consumption != null && !consumption.stopped) {
            consumption.stopped = true;
            List.copyOf(consumption.epochs.keySet()).forEach(lane -> leave(queue, consumption, lane));
        }
    }

    /** Frees a lane of which nothing is in work. */
    void giveBack(int queue, int lane, String me) throws SQLException {
        Consumption consumption = queues.get(queue);
        if (consumption != null && consumption.leaving.contains(lane)) {
            connection.update(c -> {
                tables.free(c, queue, lane, me);
                return true;
            });
            consumption.leaving.remove(lane);
            consumption.epochs.remove(lane);
        }
    }

    /** Frees all lanes of a queue. */
    void abandon(int queue, String me) throws SQLException {
        connection.change(c -> {
            tables.stopConsuming(c, queue, me);
            tables.freeAll(c, queue, me);
        });
        queues.remove(queue);
    }

    /** This instance has expired. */
    void loseAll() {
        queues.forEach((queue, consumption) -> {
            consumption.epochs.keySet().forEach(lane -> listener.lost(queue, lane));
            consumption.epochs.clear();
            consumption.leaving.clear();
        });
    }

    /**
     * Takes lanes that have no owner, and leaves those of its own that others are to have.
     *
     * @return false if it has not got all that it is to have: a transaction of the old owner holds them, or another instance was
     *     faster. Then it is to be called again soon
     */
    boolean balance(String me) throws SQLException {
        // lanes first: whoever owns one of them has become a consumer before
        Map<Integer, List<LaneRow>> lanes = connection.query(tables::lanes);
        Map<Integer, TreeSet<String>> consumers = connection.query(tables::consumers);
        boolean complete = true;
        for (Map.Entry<Integer, Consumption> queue : queues.entrySet()) {
            complete &= balance(
                    me,
                    queue.getKey(),
                    queue.getValue(),
                    consumers.getOrDefault(queue.getKey(), new TreeSet<>()),
                    lanes.getOrDefault(queue.getKey(), List.of()));
        }
        return complete;
    }

    private boolean balance(
            String me, int queue, Consumption consumption, TreeSet<String> consumers, List<LaneRow> lanes)
            throws SQLException {
        lanes.forEach(lane -> correct(me, consumption, lane));
        if (consumption.stopped || !consumers.contains(me)) {
            return true;
        }
        LaneShare share = LaneShare.of(me, consumption.together, consumers, lanes);
        boolean complete = share.take().isEmpty() || take(me, consumption, share.take());
        share.surplus().forEach(lane -> leave(queue, consumption, lane.lane()));
        return complete;
    }

    private boolean take(String me, Consumption consumption, List<LaneRow> free) throws SQLException {
        List<LaneRow> taken = new ArrayList<>(connection.transact(c -> tables.take(c, free, me)));
        taken.forEach(lane -> gain(consumption, lane));
        return taken.size() == free.size();
    }

    private void gain(Consumption consumption, LaneRow lane) {
        consumption.epochs.put(lane.lane(), lane.epoch());
        listener.gained(lane);
    }

    private void leave(int queue, Consumption consumption, int lane) {
        if (consumption.leaving.add(lane)) {
            listener.leaving(queue, lane);
        }
    }

    /** Others may have taken a lane; or it is its own without its knowledge, because the answer to a commit was lost. */
    private void correct(String me, Consumption consumption, LaneRow lane) {
        Long known = consumption.epochs.get(lane.lane());
        boolean mine = me.equals(lane.owner());
        if (known != null && (!mine || known != lane.epoch())) {
            consumption.epochs.remove(lane.lane());
            consumption.leaving.remove(lane.lane());
            listener.lost(lane.queue(), lane.lane());
        }
        if (mine && (known == null || known != lane.epoch())) {
            gain(consumption, lane);
            if (consumption.stopped) {
                leave(lane.queue(), consumption, lane.lane());
            }
        }
    }
}
