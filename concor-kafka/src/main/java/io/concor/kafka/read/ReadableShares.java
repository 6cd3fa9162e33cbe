package io.concor.kafka.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Which members of a group get partitions in which some of them cannot read everything: members that can, if there are any. A partition
 * that a member owns is only taken away; it is given to another one when the group shares its partitions the next time, which follows at
 * once.
 */
final class ReadableShares {

    private final Map<String, Subscription> members;
    private final Map<String, Set<Integer>> unread;
    private final Map<String, List<TopicPartition>> shares = new TreeMap<>();

    /**
     * @param unread the partitions in which members cannot read everything
     * @param balanced how the group would share its partitions otherwise
     */
    ReadableShares(
            Map<String, Subscription> members, Map<String, Set<Integer>> unread, Map<String, Assignment> balanced) {
        this.members = members;
        this.unread = unread;
        balanced.forEach((member, assignment) -> shares.put(member, new ArrayList<>(assignment.partitions())));
    }

    Map<String, Assignment> assigned() {
        Set<Integer> concerned = new TreeSet<>();
        unread.values().forEach(concerned::addAll);
        members.values().stream()
                .flatMap(member -> member.topics().stream())
                .distinct()
                .forEach(topic -> concerned.forEach(partition -> give(new TopicPartition(topic, partition))));
        Map<String, Assignment> assigned = new HashMap<>();
        shares.forEach((member, share) -> assigned.put(member, new Assignment(share)));
        return assigned;
    }

    private void give(TopicPartition partition) {
        List<String> owners = members.entrySet().stream()
                .filter(member -> member.getValue().ownedPartitions().contains(partition))
                .map(Map.Entry::getKey)
                .toList();
        if (owners.size() > 1 || members.keySet().stream().noneMatch(member -> reads(member, partition))) {
            return;
        }
        String given = shares.keySet().stream()
                .filter(member -> shareOf(member).contains(partition))
                .findFirst()
                .orElse(null);
        if (owners.isEmpty()) {
            giveFree(partition, given);
        } else if (!reads(owners.get(0), partition)) {
            shareOf(owners.get(0)).remove(partition);
        } else if (given == null) { // it would be taken away, for the balance
            shareOf(owners.get(0)).add(partition);
        }
    }

    private void giveFree(TopicPartition partition, @Nullable String given) {
        if (given == null || reads(given, partition)) {
            return;
        }
        shares.keySet().stream()
                .filter(member -> reads(member, partition))
                .min(Comparator.<String>comparingInt(member -> unreadOf(member).size())
                        .thenComparingInt(member -> shareOf(member).size()))
                .ifPresent(reader -> {
                    shareOf(given).remove(partition);
                    shareOf(reader).add(partition);
                });
    }

    private boolean reads(String member, TopicPartition partition) {
        return !unreadOf(member).contains(partition.partition());
    }

    private Set<Integer> unreadOf(String member) {
        return unread.getOrDefault(member, Set.of());
    }

    private List<TopicPartition> shareOf(String member) {
        return shares.computeIfAbsent(member, absent -> new ArrayList<>());
    }
}
