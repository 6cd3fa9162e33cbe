package io.concor.autoconfigure.transaction;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.ThreadLocalCarrier;
import io.concor.Transactions;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A flow whose components run the code of a test: {@code receive}, then {@code read}, {@code ask} (a transition),
 * {@code compute}, {@code catch} (optional) and {@code write} in one transaction, then {@code notify}. It records the
 * bindings that transactions leave on threads.
 */
final class BookingFlow implements AutoCloseable {

    static final String NAME = "booking";

    private final Map<String, IntConsumer> doing = new ConcurrentHashMap<>();
    private final Map<String, Thread> threads = new ConcurrentHashMap<>();
    private final Queue<ThreadBindings> left = new ConcurrentLinkedQueue<>();
    private final Manager manager = new Manager();
    private Asking asking = (id, answer) -> answer.run();
    private @Nullable Flow<Integer, Integer> flow;

    interface Asking {
        void ask(int id, Runnable answer);
    }

    BookingFlow doing(String component, IntConsumer task) {
        doing.put(component, task);
        return this;
    }

    BookingFlow asking(Asking transition) {
        asking = transition;
        return this;
    }

    BookingFlow start(Transactions transactions) {
        return start(transactions, Duration.ofSeconds(30));
    }

    /** Each component has its own threads. */
    BookingFlow start(Transactions transactions, Duration timeout) {
        FlowBuilder<Integer, Integer> builder = Flows.<Integer>create(NAME)
                .map((Integer id) -> run("receive", id), "receive")
                .join(JoinSettings.fixed(2))
                .mapSynchronizedRemote((Integer id) -> run("read", id), "read")
                .bind(this::ask, "ask")
                .join(JoinSettings.single())
                .map((Integer id) -> run("compute", id), "compute");
        if (doing.containsKey("catch")) {
            builder.catching(error -> run("catch", 0), "catch");
        }
        flow = builder.join(JoinSettings.cached(3))
                .mapSynchronizedRemote((Integer id) -> run("write", id), "write")
                .join(JoinSettings.single())
                .map((Integer id) -> run("notify", id), "notify")
                .transaction("read", "write", transactions)
                .timeout(timeout)
                .carrying(new Watch())
                .build();
        manager.register(flow);
        return this;
    }

    private int run(String component, int id) {
        threads.put(component, Thread.currentThread());
        doing.getOrDefault(component, nothing -> {}).accept(id);
        return id;
    }

    private void ask(int id, Continuation<Integer> back) {
        run("ask", id);
        asking.ask(id, () -> back.complete(id));
    }

    CompletableFuture<Integer> submit(int id) {
        return flow.submit(id);
    }

    /** The error of the event, or null. */
    @Nullable
    Throwable failure(int id) throws InterruptedException, TimeoutException {
        try {
            submit(id).get(10, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException failed) {
            return failed.getCause();
        }
    }

    Manager manager() {
        return manager;
    }

    Thread threadOf(String component) {
        return threads.get(component);
    }

    /** Bindings that remained on threads after an event left them or ended. */
    Queue<ThreadBindings> left() {
        return left;
    }

    @Override
    public void close() {
        flow.close();
    }

    /** Called by the flow whenever an event leaves a thread or ends. */
    private final class Watch implements ThreadLocalCarrier {

        @Override
        public @Nullable Object capture() {
            look();
            return null;
        }

        @Override
        public void restore(Object captured) {}

        @Override
        public void clear(@Nullable Object own) {
            look();
        }

        private void look() {
            ThreadBindings found = ThreadBindings.unbindAll();
            if (found != ThreadBindings.NONE) {
                left.add(found);
                found.bindAll();
            }
        }
    }
}
