package io.concor.queues.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.StoredEvent;
import io.concor.queues.event.EventDelivery.Offer;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delivery ends though code of users that reads a message does not. */
@Timeout(30)
class EventDeliveryTest {

    private final EventDelivery delivery = new EventDelivery("flow.slot");
    private final StoredEvent event = (StoredEvent) Proxy.newProxyInstance(
            StoredEvent.class.getClassLoader(), new Class<?>[] {StoredEvent.class}, (proxy, method, arguments) -> null);
    private final CountDownLatch reads = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    private boolean readSlowly() {
        calls.incrementAndGet();
        reads.countDown();
        try {
            return !goesOn.await(25, TimeUnit.SECONDS);
        } catch (InterruptedException end) {
            return true;
        }
    }

    @Test
    void aReceiverThatBlocksIsNotWaitedForAndNotCalledAgain() throws Exception {
        delivery.to(taken -> readSlowly());
        CompletableFuture<Offer> offered = CompletableFuture.supplyAsync(() -> delivery.offer(event));
        assertThat(reads.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture.runAsync(() -> delivery.to(null)).get(10, TimeUnit.SECONDS);
        assertThat(delivery.isDelivering()).isFalse();
        goesOn.countDown();
        assertThat(offered.get(10, TimeUnit.SECONDS)).isEqualTo(Offer.NO_ROOM);
        assertThat(calls).hasValue(1);
        assertThat(delivery.offer(event)).isEqualTo(Offer.NOT_DELIVERING);
    }

    @Test
    void whatIsBeingHandedOutIsWaitedFor() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        delivery.to(taken -> {
            boolean room = readSlowly();
            over.set(true);
            return room;
        });
        CompletableFuture<Offer> offered = CompletableFuture.supplyAsync(() -> delivery.offer(event));
        assertThat(reads.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> overWhenStopped = new CompletableFuture<>();
        Thread stops = new Thread(() -> {
            delivery.to(null);
            overWhenStopped.complete(over.get());
        });
        stops.start();
        await("it waits, or has not").until(() -> stops.getState() != Thread.State.RUNNABLE);
        goesOn.countDown();
        assertThat(overWhenStopped.get(10, TimeUnit.SECONDS)).isTrue();
        offered.get(10, TimeUnit.SECONDS);
    }
}
