package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells queues whose topics are gone or not allowed from those that only met with a failure: the former are left alone, so that the
 * others of the store go on, and the health of the store names them. For one thread.
 */
final class SuspectQueues {

    private static final int CALL_MILLIS = 5_000;
    private static final Set<AclOperation> NEEDED = Set.of(AclOperation.READ, AclOperation.WRITE);

    private final Admin admin;
    private final DatabaseHealth health;

    SuspectQueues(Admin admin, DatabaseHealth health) {
        this.admin = admin;
        this.health = health;
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
            Optional<String> fault = fault(queue, topics);
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

    /** Looks for queues whose topics are gone or not allowed. Returns whether there are any. */
    boolean search(Collection<OpenQueue> queues) throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, KafkaFuture<TopicDescription>> topics = describe(queues);
        boolean any = false;
        for (OpenQueue queue : queues) {
            Optional<String> fault = fault(queue, topics);
            fault.ifPresent(found -> leaveAlone(queue, found));
            any |= fault.isPresent();
        }
        return any;
    }

    private void leaveAlone(OpenQueue queue, String fault) {
        queue.suspicion().stays();
        health.failed(work(queue), new QueueStoreException(fault, false, null));
    }

    /** A queue is closed. */
    void closed(OpenQueue queue) {
        health.succeeded(work(queue));
    }

    private Map<String, KafkaFuture<TopicDescription>> describe(Collection<OpenQueue> queues) {
        List<String> names = queues.stream().flatMap(SuspectQueues::topics).toList();
        DescribeTopicsOptions options =
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(CALL_MILLIS);
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

    private static Optional<String> fault(OpenQueue queue, Map<String, KafkaFuture<TopicDescription>> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (String topic : topics(queue).toList()) {
            Optional<String> fault = fault(topic, topics.get(topic));
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fault(String topic, @Nullable KafkaFuture<TopicDescription> described)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (described == null) {
            return Optional.empty();
        }
        try {
            Set<AclOperation> allowed =
                    described.get(CALL_MILLIS, TimeUnit.MILLISECONDS).authorizedOperations();
            return allowed == null || allowed.isEmpty() || allowed.containsAll(NEEDED)
                    ? Optional.empty()
                    : Optional.of(notAllowed(topic));
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.of(Sentence.of(
                        "The topic '%s' is gone. Create it again, or end the processes that use the queue and begin them"
                                + " anew",
                        topic));
            }
            if (failed.getCause() instanceof AuthorizationException) {
                return Optional.of(notAllowed(topic));
            }
            throw failed;
        }
    }

    private static String notAllowed(String topic) {
        return Sentence.of("Allow the operations READ and WRITE on the topic '%s' to the user of the store", topic);
    }

    private static String work(OpenQueue queue) {
        return "use the queue " + queue.definition().name();
    }
}
