package io.concor.kafka.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How a group shares its partitions while some of its members cannot read everything. */
class ReadableAssignorTest {

    private static final String TOPIC = "topic";
    private static final int PARTITIONS = 6;
    private static final Node NODE = new Node(1, "localhost", 1);

    private final Map<String, UnreadPartitions> unread = new TreeMap<>();
    private final Map<String, List<TopicPartition>> owned = new HashMap<>();
    private final ReadableAssignor leader = assignor(new UnreadPartitions());
    private int generation = 1;

    private static ReadableAssignor assignor(UnreadPartitions unread) {
        ReadableAssignor assignor = new ReadableAssignor();
        assignor.configure(ReadableAssignor.settings(unread));
        return assignor;
    }

    private void join(String member) {
        unread.put(member, new UnreadPartitions());
    }

    /** Shares as often as a group does: until no member has to give a partition up. Returns how often. */
    private int share() {
        for (int times = 1; times < 10; times++) {
            Map<String, Subscription> members = new HashMap<>();
            unread.forEach((member, partitions) -> members.put(
                    member, subscription(member, assignor(partitions).subscriptionUserData(Set.of(TOPIC)))));
            Map<String, List<TopicPartition>> before = new HashMap<>(owned);
            owned.clear();
            leader.assign(cluster(), new GroupSubscription(members))
                    .groupAssignment()
                    .forEach((member, share) -> owned.put(member, List.copyOf(share.partitions())));
            generation++;
            assertThat(owned.values().stream().flatMap(List::stream)).doesNotHaveDuplicates();
            if (before.entrySet().stream().allMatch(each -> keeps(each.getKey(), each.getValue()))) {
                return times;
            }
        }
        throw new AssertionError("it shares for ever");
    }

    private boolean keeps(String member, List<TopicPartition> before) {
        return !unread.containsKey(member)
                || owned.getOrDefault(member, List.of()).containsAll(before);
    }

    private Subscription subscription(String member, ByteBuffer said) {
        return new Subscription(
                List.of(TOPIC), said, owned.getOrDefault(member, List.of()), generation, Optional.empty());
    }

    private static Cluster cluster() {
        Node[] replicas = {NODE};
        List<PartitionInfo> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new PartitionInfo(TOPIC, i, NODE, replicas, replicas))
                .toList();
        return new Cluster("cluster", List.of(NODE), partitions, Set.of(), Set.of());
    }

    private List<Integer> of(String member) {
        return owned.getOrDefault(member, List.of()).stream()
                .map(TopicPartition::partition)
                .sorted()
                .toList();
    }

    private void assertAllAreShared() {
        assertThat(owned.values().stream().flatMap(List::stream)).hasSize(PARTITIONS);
    }

    @Test
    void sharesEvenlyWhileAllIsRead() {
        join("a");
        join("b");
        share();
        assertThat(of("a")).hasSize(3);
        assertThat(of("b")).hasSize(3);
    }

    @Test
    void aPartitionGoesToAMemberThatMayReadIt() {
        join("a");
        join("b");
        share();
        int partition = of("a").get(0);
        unread.get("a").add(partition);
        share();
        assertThat(of("b")).contains(partition);
        assertAllAreShared();
        share();
        assertThat(of("b")).contains(partition);
        assertThat(share()).isEqualTo(1);
        assertAllAreShared();
    }

    @Test
    void aNewMemberGetsWhatNoOtherCanRead() {
        join("a");
        join("b");
        for (int i = 0; i < PARTITIONS; i++) {
            unread.get("a").add(i);
            unread.get("b").add(i);
        }
        share();
        assertThat(of("a")).hasSize(3);
        join("new");
        share();
        share();
        assertThat(of("new")).hasSize(PARTITIONS);
        unread.remove("new");
        share();
        assertThat(of("a")).hasSize(3);
        assertThat(of("b")).hasSize(3);
    }

    /** As the leader of a group of which a member runs with Kafka's own assignor, or another one. */
    @Test
    void whatOtherAssignorsSayIsIgnored() {
        List<ByteBuffer> said = List.of(
                new CooperativeStickyAssignor().subscriptionUserData(Set.of(TOPIC)),
                ByteBuffer.allocate(3),
                ByteBuffer.allocate(100),
                ByteBuffer.allocate(12)
                        .putInt(0, 7)
                        .putInt(4, Integer.MAX_VALUE)
                        .putInt(8, 0x436f6e63));
        for (ByteBuffer each : said) {
            Map<String, Subscription> members = Map.of("a", subscription("a", each));
            assertThat(leader.assign(cluster(), new GroupSubscription(members))
                            .groupAssignment()
                            .get("a")
                            .partitions())
                    .hasSize(PARTITIONS);
        }
    }

    @Test
    void asksForAnotherShareOnceForEachPartition() {
        UnreadPartitions partitions = new UnreadPartitions();
        partitions.add(1);
        partitions.add(2);
        assertThat(partitions.takesChange()).isTrue();
        partitions.add(1);
        assertThat(partitions.takesChange()).isFalse();
        assertThat(partitions.present()).containsExactlyInAnyOrder(1, 2);
        IntStream.range(0, 2 * UnreadPartitions.MOST).forEach(partitions::add);
        assertThat(partitions.present()).hasSize(UnreadPartitions.MOST);
    }
}
