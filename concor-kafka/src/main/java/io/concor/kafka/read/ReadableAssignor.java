package io.concor.kafka.read;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * Shares partitions as Kafka's cooperative assignor does, but gives none to a process that has found something there which it cannot
 * read, while there are processes that have not: as in a rolling deployment, in which the new ones write what only they know. Made by
 * Kafka's client, for one thread.
 */
public final class ReadableAssignor extends CooperativeStickyAssignor implements Configurable {

    private static final String UNREAD = "concor.unread.partitions";
    /** Ends what a member says, to tell it from what Kafka's assignor says. */
    private static final int MARK = 0x436f6e63;

    private UnreadPartitions unread = new UnreadPartitions();

    /** Returns the settings of a consumer whose group shares partitions by this. */
    static Map<String, Object> settings(UnreadPartitions unread) {
        return Map.of(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(ReadableAssignor.class), UNREAD, unread);
    }

    @Override
    public void configure(Map<String, ?> settings) {
        if (settings.get(UNREAD) instanceof UnreadPartitions known) {
            unread = known;
        }
    }

    /** What Kafka's assignor says, the partitions, how many these are, and the mark. */
    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        ByteBuffer first = super.subscriptionUserData(topics);
        List<Integer> partitions = unread.present();
        ByteBuffer all = ByteBuffer.allocate(first.remaining() + Integer.BYTES * (partitions.size() + 2));
        all.put(first);
        partitions.forEach(all::putInt);
        all.putInt(partitions.size()).putInt(MARK).flip();
        return all;
    }

    private static Set<Integer> unread(Subscription member) {
        ByteBuffer said = member.userData();
        Set<Integer> partitions = new TreeSet<>();
        int end = said == null ? 0 : said.remaining() - 2 * Integer.BYTES;
        if (said == null || end < 0 || said.getInt(said.position() + end + Integer.BYTES) != MARK) {
            return partitions;
        }
        int begin = end - Integer.BYTES * Math.min(UnreadPartitions.MOST, said.getInt(said.position() + end));
        for (int at = Math.max(0, begin); at < end; at += Integer.BYTES) {
            partitions.add(said.getInt(said.position() + at));
        }
        return partitions;
    }

    @Override
    public GroupAssignment assign(Cluster brokers, GroupSubscription group) {
        Map<String, Set<Integer>> unreadOf = new HashMap<>();
        group.groupSubscription().forEach((name, member) -> unreadOf.put(name, unread(member)));
        GroupAssignment balanced = super.assign(brokers, group);
        if (unreadOf.values().stream().allMatch(Set::isEmpty)) {
            return balanced;
        }
        ReadableShares shares = new ReadableShares(group.groupSubscription(), unreadOf, balanced.groupAssignment());
        return new GroupAssignment(shares.assigned());
    }
}
