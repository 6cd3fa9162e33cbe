package io.concor.queueserver;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Load: threads that send messages to a queue, each as soon as the message before is answered. */
final class SendingClients implements AutoCloseable {

    private final TestClient client;
    private final String queue;
    private final Map<Integer, Long> statuses = new ConcurrentHashMap<>();
    private final AtomicLong answers = new AtomicLong();
    private List<CompletableFuture<Void>> senders = List.of();
    private volatile boolean stopped;

    private SendingClients(TestClient client, String queue) {
        this.client = client;
        this.queue = queue;
    }

    static SendingClients start(TestClient client, String queue, int threads) {
        SendingClients load = new SendingClients(client, queue);
        load.senders = IntStream.range(0, threads)
                .mapToObj(any -> CompletableFuture.runAsync(load::send, task -> new Thread(task, "sender").start()))
                .toList();
        return load;
    }

    private void send() {
        while (!stopped) {
            statuses.merge(client.send(queue, "content").statusCode(), 1L, Long::sum);
            answers.incrementAndGet();
        }
    }

    /** Waits until so many more messages are answered. */
    void awaitFurther(int messages) {
        long wanted = answers.get() + messages;
        await("answers").atMost(Duration.ofSeconds(30)).until(() -> answers.get() >= wanted);
    }

    /** Returns how many answers had which status. */
    Map<Integer, Long> statuses() {
        return Map.copyOf(statuses);
    }

    /** Waits for the last answers. An error of a sender is thrown here. */
    void stop() {
        stopped = true;
        senders.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        stopped = true;
    }
}
