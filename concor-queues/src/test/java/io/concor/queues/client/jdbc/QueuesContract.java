package io.concor.queues.client.jdbc;

import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The queues in each database, and a fresh queue and three fresh clients for each test. */
abstract class QueuesContract {

    static final Duration LONG_LEASE = Duration.ofMinutes(10);
    static final int MAX_LENGTH = 2_000;

    private static final AtomicInteger NAMES = new AtomicInteger();

    @Parameter
    StoreDatabase database;

    ClientsUnderTest under;
    JdbcQueues queues;
    String queue;
    String anna;
    String ben;
    String carl;

    @BeforeParameterizedClassInvocation
    void start(StoreDatabase database) throws Exception {
        under = ClientsUnderTest.on(database);
        queues = under.open(settings());
    }

    QueuesSettings settings() {
        return QueuesSettings.defaults().withMaxLength(MAX_LENGTH);
    }

    @BeforeEach
    void createQueue() {
        anna = freshClient("anna");
        ben = freshClient("ben");
        carl = freshClient("carl");
        queue = freshQueue();
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        under.close();
    }

    String freshClient(String name) {
        String client = name + NAMES.incrementAndGet();
        queues.register(client);
        return client;
    }

    String freshQueue() {
        String name = "queue" + NAMES.incrementAndGet();
        queues.create(anna, name);
        return name;
    }

    String send(String from, String to, String content) {
        return queues.send(MessageToSend.to(to, from, queue, content)).id();
    }

    String sendToAny(String from, String content) {
        return queues.send(MessageToSend.toAny(from, queue, content)).id();
    }

    Optional<String> receive(String client) {
        return queues.receive(ReceiveRequest.of(client, queue))
                .map(received -> received.message().content());
    }

    ReceivedMessage lease(String client, Duration lease) {
        return queues.receive(ReceiveRequest.of(client, queue).leased(lease)).orElseThrow();
    }

    /** Receives until there is nothing more. */
    List<String> drain(String client) {
        List<String> contents = new ArrayList<>();
        for (Optional<String> next = receive(client); next.isPresent(); next = receive(client)) {
            contents.add(next.get());
        }
        return contents;
    }
}
