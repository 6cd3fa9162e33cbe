package io.concor.kafka.member;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The processes that share a flow, as far as its topic was read. Time is that of the last record: while the brokers are away it
 * stands still, and no process is gone. For one thread.
 */
final class MemberTable {

    /** What others write into the topic takes no more memory than that: beyond it, who has been silent for longest is forgotten. */
    private static final int MOST_MEMBERS = 1_000;

    private static final int LONGEST_NAME = 200;

    private final String flow;
    private final Map<String, SeenMember> members = new HashMap<>();
    private long nowMillis;
    private long position;

    MemberTable(String flow) {
        this.flow = flow;
    }

    void take(ConsumerRecord<byte[], byte[]> found) {
        position = found.offset() + 1;
        nowMillis = Math.max(nowMillis, found.timestamp());
        if (found.key() == null || found.key().length > LONGEST_NAME) {
            return;
        }
        String key = new String(found.key(), StandardCharsets.UTF_8);
        String beating = MemberTopic.beating(key);
        if (beating == null) {
            take(key, found);
        } else if (found.value() != null) {
            members.computeIfPresent(beating, (same, member) -> member.again(found.offset(), found.timestamp()));
        }
    }

    private void take(String instance, ConsumerRecord<byte[], byte[]> found) {
        MemberRecord published = MemberRecord.read(flow, found.value());
        if (published == null) {
            members.remove(instance);
        } else {
            if (members.size() >= MOST_MEMBERS && !members.containsKey(instance)) {
                forgetOne();
            }
            members.put(instance, new SeenMember(instance, published, found.offset(), found.timestamp()));
        }
    }

    private void forgetOne() {
        members.values().stream()
                .min(Comparator.comparingLong(SeenMember::offset))
                .ifPresent(silent -> members.remove(silent.instance()));
    }

    /** Returns up to where the topic was read. */
    long position() {
        return position;
    }

    /** Returns whether a process has published itself, and was not removed since then. */
    boolean has(String instance) {
        return members.containsKey(instance);
    }

    /** Returns the processes that are not gone. */
    List<SeenMember> living(Duration gone) {
        return members.values().stream()
                .filter(member -> !member.isSilent(nowMillis, gone))
                .toList();
    }

    /** Returns the processes that have been silent for so long. */
    List<String> silent(Duration since) {
        return members.values().stream()
                .filter(member -> member.isSilent(nowMillis, since))
                .map(SeenMember::instance)
                .toList();
    }
}
