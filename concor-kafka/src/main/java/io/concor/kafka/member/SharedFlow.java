package io.concor.kafka.member;

import io.concor.layout.FlowInstance;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;

/** A flow that this process shares. For the thread that follows its topic; any thread may ask for the instances. */
final class SharedFlow {

    /** So many records that only say that this process is there come between two that say all. */
    private static final int BEATS_OF_WHOLE = 12;

    private final String own;
    private final MemberTopic topic;
    private final MemberRecord published;
    private final FlowInstance here;
    private final MemberTable table;
    private final MemberSettings settings;
    private int beats; // of the thread
    private volatile List<FlowInstance> instances = List.of();

    /**
     * @param own the name of this process among all stores
     * @param published what it publishes from now on
     * @param since when it began
     * @param table what was read of the topic
     */
    SharedFlow(
            String own,
            MemberTopic topic,
            MemberRecord published,
            Instant since,
            MemberTable table,
            MemberSettings settings) {
        this.own = own;
        this.topic = topic;
        this.published = published;
        this.here = new FlowInstance(
                published.name(),
                published.flow().nodes(),
                published.flow().digest(),
                since,
                published.flow().kinds(),
                true);
        this.table = table;
        this.settings = settings;
        show();
    }

    String name() {
        return published.flow().flow();
    }

    MemberTopic topic() {
        return topic;
    }

    List<FlowInstance> instances() {
        return instances;
    }

    /** Returns from where the topic is to be read. */
    long position() {
        return table.position();
    }

    void take(ConsumerRecord<byte[], byte[]> found) {
        table.take(found);
    }

    /** This process is there, whatever its record says: another one may have removed it while this one stood still. */
    void show() {
        Stream<FlowInstance> others = table.living(settings.gone()).stream()
                .filter(member -> member.published().joined())
                .filter(member -> !member.instance().equals(own))
                .map(SeenMember::shown);
        instances = Stream.concat(others, Stream.of(here))
                .sorted(SeenMember.IN_ORDER)
                .toList();
    }

    /**
     * Says that this process is there. All processes read that of all, so it says the rest, which does not change, seldom: for those that
     * have missed it, and if another process has removed it.
     */
    void beat(Callback outcome) {
        beats = (beats + 1) % BEATS_OF_WHOLE;
        if (beats == 0 || !table.has(own)) {
            topic.publish(own, published, outcome);
        } else {
            topic.beat(own, outcome);
        }
    }

    void leave(Callback outcome) {
        topic.remove(own, outcome);
    }

    /** What a killed process has left would stay for ever: no process writes under its name again. */
    void forget(Callback outcome) {
        table.silent(settings.forgotten()).stream()
                .filter(instance -> !instance.equals(own))
                .forEach(instance -> topic.remove(instance, outcome));
    }
}
