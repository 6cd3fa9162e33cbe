package io.concor.kafka;

import static io.concor.kafka.SharedBroker.event;
import static io.concor.kafka.SharedBroker.put;

import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** A queue of events with three keys, some of which become dead letters while they fail. */
abstract class DeadLetterFixture {

    static final Duration LONG = Duration.ofSeconds(40);
    static final String SLOT = "slot";

    final String flow = SharedBroker.flow();
    final Queue<String> handled = new ConcurrentLinkedQueue<>();
    final AtomicBoolean fails = new AtomicBoolean(true);

    final QueueDefinition queue(Order order) {
        return new QueueDefinition(flow, SLOT, order, 100_000);
    }

    /** Where one thread serves a component that has no keys, all keep one order. */
    static void putAll(StoredQueue queue, int from, int to) {
        boolean keyed = queue.definition().order() != Order.ONE;
        List<CompletableFuture<Void>> puts = IntStream.range(from, to)
                .mapToObj(i -> put(queue, event("event-" + i, keyed ? "key-" + i % 3 : null)))
                .toList();
        puts.forEach(CompletableFuture::join);
    }

    final Ending handle(StoredEvent event) {
        handled.add(event.id());
        return new Ending.Handled();
    }

    static Ending.Failure failure(boolean holds) {
        return new Ending.Failure(SLOT, new IllegalStateException("no"), holds);
    }

    final Ending deadIf30(StoredEvent event) {
        return event.id().equals("event-30") && fails.get() ? new Ending.Dead(failure(true)) : handle(event);
    }

    static List<Integer> ofKey(Iterable<String> ids, int key) {
        List<Integer> numbers = new ArrayList<>();
        ids.forEach(id -> numbers.add(Integer.valueOf(id.substring("event-".length()))));
        return numbers.stream().filter(i -> i % 3 == key).toList();
    }
}
