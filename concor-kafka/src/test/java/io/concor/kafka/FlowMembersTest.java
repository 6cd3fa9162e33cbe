package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.SimpleTask;
import io.concor.kafka.member.MemberSettings;
import io.concor.kafka.topic.TopicNames;
import io.concor.layout.FlowInstance;
import io.concor.layout.Placement;
import io.concor.manage.Manager;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queue.UnequalFlowException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that share a flow; each has a store of its own. */
@Timeout(60)
class FlowMembersTest {

    private static final Duration BEAT = Duration.ofMillis(100);
    private static final Duration GONE = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofMinutes(10);

    private final String flow = SharedBroker.flow();
    private final String topic = TopicNames.DEFAULT.members(flow);
    private final List<KafkaQueueStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(KafkaQueueStore::close);
    }

    private KafkaQueueStore process(Duration gone, Duration forgotten, String... compatible) {
        KafkaQueueStore store = SharedBroker.store()
                .processes(new MemberSettings(Set.of(compatible), BEAT, gone, forgotten))
                .build();
        synchronized (stores) {
            stores.add(store);
        }
        return store;
    }

    private KafkaQueueStore process(String... compatible) {
        return process(GONE, NEVER, compatible);
    }

    private FlowIdentity identity(String... components) {
        List<Component> all = Stream.of(components)
                .map(name -> Component.of(name, (SimpleTask<Object, Object>) message -> message))
                .toList();
        return FlowIdentity.of(flow, all, Placement.of(all, List.of()));
    }

    private FlowMembership join(KafkaQueueStore process, String... components) {
        return process.join(identity(components));
    }

    private static void awaitHere(FlowMembership membership, Boolean... here) {
        await().untilAsserted(() -> assertThat(membership.instances())
                .extracting(FlowInstance::here)
                .containsExactly(here));
    }

    private static UnequalFlowException unequal(Throwable refused) {
        assertThat(refused).isInstanceOf(QueueStoreException.class).hasCauseInstanceOf(UnequalFlowException.class);
        return (UnequalFlowException) refused.getCause();
    }

    private @Nullable Throwable refusal(KafkaQueueStore process, String... components) {
        try {
            join(process, components);
            return null;
        } catch (QueueStoreException refused) {
            return refused;
        }
    }

    @Test
    void processesSeeEachOtherInTheOrderInWhichTheyBegan() {
        FlowMembership one = join(process(), "check", "book");
        assertThat(one.instances()).extracting(FlowInstance::here).containsExactly(true);

        FlowMembership other = join(process(), "check", "book");

        assertThat(other.instances()).extracting(FlowInstance::here).containsExactly(false, true);
        awaitHere(one, true, false);
        FlowInstance first = one.instances().get(0);
        assertThat(first.name()).endsWith("/" + ProcessHandle.current().pid());
        assertThat(first.digest()).isEqualTo(identity("check", "book").digest());
        assertThat(other.instances().get(0).since()).isEqualTo(first.since());
    }

    @Test
    @Tag("full")
    void aProcessOfOtherFlowsIsNotSeen() {
        FlowMembership one = join(process(), "check");
        String another = SharedBroker.flow();
        process().join(new FlowIdentity(another, List.of(), "f00000000000", List.of(), "", Map.of()));
        assertThat(join(process(), "check").instances()).hasSize(2);
        awaitHere(one, true, false);
    }

    /** Long before it would count as gone. */
    @Test
    void aProcessThatEndsInOrderIsGoneAtOnce() {
        FlowMembership one = join(process(NEVER, NEVER), "check");
        KafkaQueueStore closing = process(NEVER, NEVER);
        join(closing, "check");
        FlowMembership leaving = join(process(NEVER, NEVER), "check");
        awaitHere(one, true, false, false);

        closing.close();
        awaitHere(one, true, false);
        leaving.leave();
        awaitHere(one, true);
    }

    @Test
    void aKilledProcessIsGoneAfterAWhile() {
        FlowMembership one = join(process(), "check");
        KafkaQueueStore killed = process();
        join(killed, "check");
        awaitHere(one, true, false);

        killed.vanish();

        awaitHere(one, true);
    }

    @Test
    void aKilledProcessIsRemovedFromTheTopic() {
        FlowMembership one = join(process(GONE, Duration.ofSeconds(2)), "check");
        KafkaQueueStore killed = process();
        join(killed, "check");
        await("both say that they are still there").until(() -> lastRecords().size() == 4);
        assertThat(lastRecords()).doesNotContainValue(false);

        killed.vanish();

        await().untilAsserted(
                        () -> assertThat(lastRecords().values()).containsExactlyInAnyOrder(true, true, false, false));
        assertThat(one.instances()).hasSize(1);
    }

    /** It may have stood still for so long that another one has removed it. */
    @Test
    void aProcessThatWasRemovedFromTheTopicPublishesItselfAgain() throws Exception {
        KafkaQueueStore store = SharedBroker.store()
                .processes(new MemberSettings(Set.of(), Duration.ofSeconds(1), NEVER, NEVER))
                .build();
        stores.add(store);
        join(store, "check");
        String key = lastRecords().keySet().stream()
                .filter(each -> !each.endsWith(" beat"))
                .findFirst()
                .orElseThrow();
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedBroker.address()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            other.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), null))
                    .get();
        }
        await("long before it would do so in any case")
                .atMost(Duration.ofSeconds(6))
                .until(() -> Boolean.TRUE.equals(lastRecords().get(key)));
    }

    /** The late one sees those only that have published themselves in the new topic. */
    @Test
    void aTopicThatIsDeletedIsCreatedAgain() throws Exception {
        FlowMembership one = join(process(NEVER, NEVER), "check");
        join(process(NEVER, NEVER), "check");
        awaitHere(one, true, false);
        try (Admin admin = SharedBroker.admin()) {
            Uuid deleted = id(admin);
            admin.deleteTopics(List.of(topic)).all().get();
            await("created again")
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> !id(admin).equals(deleted));
        }
        FlowMembership late = join(process(NEVER, NEVER), "check");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(late.instances())
                .extracting(FlowInstance::here)
                .containsExactlyInAnyOrder(false, false, true));
        awaitHere(one, true, false, false);
    }

    private Uuid id(Admin admin) throws Exception {
        return admin.describeTopics(List.of(topic))
                .topicNameValues()
                .get(topic)
                .get()
                .topicId();
    }

    /** Returns for each key of a process whether its last record says that it is there. */
    private Map<String, Boolean> lastRecords() {
        Map<String, Boolean> last = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", SharedBroker.address()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofMillis(100))) {
                    last.put(new String(found.key(), StandardCharsets.UTF_8), found.value() != null);
                }
            }
        }
        return last;
    }

    @Test
    void theTopicKeepsTheLastRecordOfEachProcessOnly() throws Exception {
        join(process(), "check");
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = SharedBroker.admin()) {
            var settings = admin.describeConfigs(List.of(resource)).all().get().get(resource);
            assertThat(settings.get("cleanup.policy").value()).isEqualTo("compact");
            assertThat(settings.get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
            assertThat(settings.get("segment.bytes").value()).isEqualTo("1048576");
        }
    }

    @Test
    void aDifferentFlowIsRefusedAndToldWhatToDo() {
        FlowMembership present = join(process(), "check", "book");
        String there = identity("check", "book").digest();
        String here = identity("check", "file").digest();

        Throwable refused = refusal(process(), "check", "file");

        assertThat(unequal(refused).problem())
                .startsWith("Flow '" + flow + "' is not the same in the instance '"
                        + present.instances().get(0).name() + "', which has shared it since 20")
                .endsWith(": component 2 is 'file' here, and 'book' there. Its digest is " + here + " here, and "
                        + there + " there");
        assertThat(unequal(refused).remedy()).contains("concor.kafka.compatible-digests: " + there);
        assertThat(present.instances()).hasSize(1);
        assertThat(refusal(process(there), "check", "file")).isNull();
    }

    /** The refused one leaves nothing behind that would refuse others. */
    @Test
    void afterARefusalEqualFlowsStart() {
        FlowMembership present = join(process(NEVER, NEVER), "check");
        assertThat(refusal(process(NEVER, NEVER), "file")).isNotNull();

        assertThat(join(process(NEVER, NEVER), "check").instances()).hasSize(2);
        awaitHere(present, true, false);
    }

    @Test
    void aFormerVersionMayStartAgainBesideTheNewOne() {
        join(process(), "check");
        assertThat(refusal(process(identity("check").digest()), "check", "book"))
                .isNull();
        assertThat(refusal(process(), "check")).isNull();
        assertThat(unequal(refusal(process(), "file")).problem()).contains("component 1 is 'file' here");
    }

    /** Its last record may be young. */
    @Test
    void aKilledProcessOfAnotherVersionKeepsNoProcessFromStarting() {
        KafkaQueueStore killed = process();
        join(killed, "check");
        killed.vanish();
        assertThat(join(process(), "check", "book").instances())
                .extracting(FlowInstance::here)
                .containsExactly(true);
    }

    @RepeatedTest(10)
    void ofDifferentProcessesThatStartTogetherOneIsRefused() throws Exception {
        List<String> versions = List.of("one", "two", "three");
        List<KafkaQueueStore> processes =
                versions.stream().map(version -> process()).toList();
        CyclicBarrier together = new CyclicBarrier(versions.size());
        List<CompletableFuture<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            KafkaQueueStore process = processes.get(i);
            String version = versions.get(i);
            starts.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            together.await();
                        } catch (Exception broken) {
                            throw new IllegalStateException(broken);
                        }
                        return refusal(process, version) == null;
                    },
                    task -> new Thread(task).start()));
        }
        List<Boolean> started = new ArrayList<>();
        for (CompletableFuture<Boolean> start : starts) {
            started.add(start.get(30, TimeUnit.SECONDS));
        }
        assertThat(started).containsOnlyOnce(true);
    }

    @Test
    void whatOthersWriteIntoTheTopicIsNoProcess() throws Exception {
        FlowMembership one = join(process(), "check");
        try (KafkaProducer<byte[], byte[]> stranger = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedBroker.address()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            stranger.send(new ProducerRecord<>(topic, new byte[1_000], new byte[10]))
                    .get();
            stranger.send(new ProducerRecord<>(topic, new byte[10], new byte[10]))
                    .get();
        }
        assertThat(join(process(), "check").instances()).hasSize(2);
        awaitHere(one, true, false);
    }

    @Test
    void aClosedStoreSharesNothing() {
        KafkaQueueStore store = process();
        store.close();
        assertThatThrownBy(() -> join(store, "check")).isInstanceOf(QueueStoreException.class);
    }

    @Test
    void refusesDigestsThatAreNone() {
        assertThatThrownBy(() -> SharedBroker.store().compatibleDigests(List.of("latest")))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContaining("compatible-digests")
                .hasMessageContaining("'latest'");
    }

    private Flow<String, String> flow(KafkaQueueStore store, List<String> ran, String last) {
        return Flows.<String>create(flow)
                .remoteQueues(store)
                .join(JoinSettings.single().queue(QueueKind.REMOTE))
                .map(
                        (String message) -> {
                            ran.add(message);
                            return message;
                        },
                        last)
                .build();
    }

    @Test
    void aRefusedFlowTakesNoEvent() throws Exception {
        List<String> ran = new ArrayList<>();
        List<String> never = new ArrayList<>();
        Manager manager = new Manager();
        try (Flow<String, String> first = flow(process(), ran, "book")) {
            manager.register(first);
            assertThat(manager.flow(flow).instances()).hasSize(1);
            assertThatThrownBy(() -> flow(process(), never, "file")).hasCauseInstanceOf(UnequalFlowException.class);
            first.submit("one").get(30, TimeUnit.SECONDS);
            assertThat(manager.flow(flow).instances()).hasSize(1);
        }
        assertThat(ran).containsExactly("one");
        assertThat(never).isEmpty();
    }
}
