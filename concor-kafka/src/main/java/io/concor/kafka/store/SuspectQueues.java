package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.BrokerContact;
import io.concor.kafka.topic.FoundTopics;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells queues whose topics are gone, others by now or not allowed from those that only met with a failure: the former are left
 * alone, so that the others of the store go on, and the health of the store names them.
 *
 * <p>A topic that is deleted may come back at once with the defaults of the brokers, which forget events after days: they create what
 * a producer asks for, and no client of that kind can forbid it. The id tells. Such a queue is left alone until it is opened anew,
 * which checks its topics.
 *
 * <p>For one thread; queues are opened and closed by any.
 */
final class SuspectQueues {

    private static final Duration CALL = Duration.ofSeconds(5);
    private static final Set<AclOperation> NEEDED = Set.of(AclOperation.READ, AclOperation.WRITE);

    private final Admin admin;
    private final BrokerContact contact;
    private final Runnable gone;
    private final DatabaseHealth health;
    private final Map<OpenQueue, FoundTopics> found = new ConcurrentHashMap<>();

    /** @param gone is run when a topic is gone for good, as far as is known */
    SuspectQueues(Admin admin, BrokerContact contact, Runnable gone, DatabaseHealth health) {
        this.admin = admin;
        this.gone = gone;
        this.contact = contact;
        this.health = health;
    }

    /** Until when a fault lasts. */
    private enum Until {
        OPENED_ANEW,
        THERE_AGAIN,
        ALLOWED
    }

    /**
     * What is wrong with a queue.
     *
     * @param text what, and what to do
     */
    private record Fault(String text, Until until) {}

    /** A queue is opened, with these topics. */
    void opened(OpenQueue queue, FoundTopics topics) {
        found.put(queue, topics);
    }

    /** A queue is closed. */
    void closed(OpenQueue queue) {
        found.remove(queue);
        health.succeeded(work(queue));
    }

    /** Looks at suspected queues, if it is time. Returns whether any of them may go on. */
    boolean look(Collection<OpenQueue> queues) throws InterruptedException, ExecutionException, TimeoutException {
        List<OpenQueue> due =
                queues.stream().filter(queue -> queue.suspicion().isDue()).toList();
        return look(due, describe(due));
    }

    private boolean look(List<OpenQueue> due, Map<String, KafkaFuture<TopicDescription>> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        boolean any = false;
        for (OpenQueue queue : due) {
            Optional<Fault> fault = fault(queue, topics);
            if (fault.isPresent()) {
                leaveAlone(queue, fault.get());
            } else {
                queue.suspicion().lower();
                health.succeeded(work(queue));
                any = true;
            }
        }
        return any;
    }

    /** Looks for queues whose topics are gone, others by now or not allowed. Returns whether there are any. */
    boolean search(Collection<OpenQueue> queues) throws InterruptedException, ExecutionException, TimeoutException {
        List<OpenQueue> some = queues.stream()
                .filter(queue -> queue.suspicion().lasting() == null)
                .toList();
        Map<String, KafkaFuture<TopicDescription>> topics = describe(some);
        boolean any = false;
        for (OpenQueue queue : some) {
            Optional<Fault> fault = fault(queue, topics);
            fault.ifPresent(known -> leaveAlone(queue, known));
            any |= fault.isPresent();
        }
        return any;
    }

    private void leaveAlone(OpenQueue queue, Fault fault) {
        switch (fault.until()) {
            case OPENED_ANEW -> queue.suspicion().lasts(fault.text());
            case ALLOWED -> queue.suspicion().stays();
            case THERE_AGAIN -> {
                if (queue.suspicion().missing()) {
                    gone.run();
                }
            }
        }
        health.failed(work(queue), new QueueStoreException(fault.text(), false, null));
        if (queue.isClosed()) { // since it was looked at
            health.succeeded(work(queue));
        }
    }

    private Map<String, KafkaFuture<TopicDescription>> describe(Collection<OpenQueue> queues) {
        List<String> names = queues.stream().flatMap(SuspectQueues::topics).toList();
        DescribeTopicsOptions options =
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs((int) CALL.toMillis());
        return names.isEmpty()
                ? new HashMap<>()
                : admin.describeTopics(names, options).topicNameValues();
    }

    private static Stream<String> topics(OpenQueue queue) {
        return Stream.of(
                queue.topics().events(),
                queue.topics().state(),
                queue.topics().seen(),
                queue.topics().dead());
    }

    private Optional<Fault> fault(OpenQueue queue, Map<String, KafkaFuture<TopicDescription>> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        FoundTopics opened = found.get(queue);
        for (String topic : topics(queue).toList()) {
            Uuid id = opened == null ? null : opened.ids().get(topic);
            Optional<Fault> fault = fault(topic, id, topics.get(topic));
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private Optional<Fault> fault(String topic, @Nullable Uuid id, @Nullable KafkaFuture<TopicDescription> described)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (described == null) {
            return Optional.empty();
        }
        try {
            TopicDescription present = contact.await(described, CALL);
            return id == null || id.equals(present.topicId()) ? notAllowed(present) : Optional.of(another(topic));
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.of(gone(topic));
            }
            if (failed.getCause() instanceof AuthorizationException) {
                return Optional.of(notAllowed(topic));
            }
            throw failed;
        }
    }

    private static Fault another(String topic) {
        return new Fault(
                Sentence.of(
                        "The topic '%s' was deleted and created again while it was in use. Stop the flow in all processes,"
                                + " delete the topic if brokers have created it by themselves"
                                + " (auto.create.topics.enable), and start the flow, which creates and checks its topics",
                        topic),
                Until.OPENED_ANEW);
    }

    /** A broker that has just started may not know it yet. */
    private static Fault gone(String topic) {
        return new Fault(
                Sentence.of(
                        "The topic '%s' is gone. Stop the flow in all processes, and start it, which creates its topics",
                        topic),
                Until.THERE_AGAIN);
    }

    private static Optional<Fault> notAllowed(TopicDescription present) {
        Set<AclOperation> allowed = present.authorizedOperations();
        return allowed == null || allowed.isEmpty() || allowed.containsAll(NEEDED)
                ? Optional.empty()
                : Optional.of(notAllowed(present.name()));
    }

    private static Fault notAllowed(String topic) {
        return new Fault(
                Sentence.of("Allow the operations READ and WRITE on the topic '%s' to the user of the store", topic),
                Until.ALLOWED);
    }

    private static String work(OpenQueue queue) {
        return "use the queue " + queue.definition().name();
    }
}
