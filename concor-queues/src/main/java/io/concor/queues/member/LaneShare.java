package io.concor.queues.member;

import io.concor.queues.row.LaneRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What one consumer of a queue has to do so that the consumers share its lanes evenly.
 *
 * @param take lanes without an owner that it takes
 * @param surplus its own lanes that others are to have
 */
record LaneShare(List<LaneRow> take, List<LaneRow> surplus) {

    /**
     * Computes the share.
     *
     * @param me the consumer
     * @param together whether all lanes belong to one consumer
     * @param consumers the ids of all consumers that are alive, the one itself among them
     * @param lanes all lanes of the queue, by number
     */
    static LaneShare of(String me, boolean together, TreeSet<String> consumers, List<LaneRow> lanes) {
        List<LaneRow> mine =
                lanes.stream().filter(lane -> me.equals(lane.owner())).toList();
        List<LaneRow> free = lanes.stream().filter(lane -> lane.owner() == null).toList();
        return together ? together(lanes, mine, free) : evenly(me, consumers, lanes, mine, free);
    }

    /** The owner of the first lane is to have them all. */
    private static LaneShare together(List<LaneRow> lanes, List<LaneRow> mine, List<LaneRow> free) {
        if (lanes.isEmpty()) {
            return new LaneShare(List.of(), List.of());
        }
        LaneRow first = lanes.get(0);
        return free.contains(first) || mine.contains(first)
                ? new LaneShare(free, List.of())
                : new LaneShare(List.of(), mine);
    }

    private static LaneShare evenly(
            String me, TreeSet<String> consumers, List<LaneRow> lanes, List<LaneRow> mine, List<LaneRow> free) {
        int place = consumers.headSet(me).size();
        int count = consumers.size();
        int queue = lanes.isEmpty() ? 0 : lanes.get(0).queue();
        int rest = lanes.size() % count;
        int quota = lanes.size() / count + ((place + queue) % count < rest ? 1 : 0);
        if (mine.size() > quota) {
            return new LaneShare(List.of(), mine.subList(quota, mine.size()));
        }
        int first = place * lanes.size() / count;
        return new LaneShare(some(free, quota - mine.size(), first), List.of());
    }

    /** Consumers begin at different lanes, so that they seldom want the same one. */
    private static List<LaneRow> some(List<LaneRow> free, int count, int firstLane) {
        List<LaneRow> turned = new ArrayList<>(free);
        turned.sort((one, other) -> {
            int byTurn = Boolean.compare(one.lane() < firstLane, other.lane() < firstLane);
            return byTurn != 0 ? byTurn : Integer.compare(one.lane(), other.lane());
        });
        return turned.subList(0, Math.min(count, turned.size()));
    }
}
