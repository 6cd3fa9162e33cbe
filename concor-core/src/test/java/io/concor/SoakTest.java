package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RandomChanges;
import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Half a million events through a flow in the shape of a messaging gateway, while its layout changes at random. With
 * {@code -Dsoak.minutes=10} it goes on for as long.
 */
@Tag("full")
class SoakTest {

    private static final int EVENTS = 500_000;
    private static final int CHANGES = 200;
    private static final int PRODUCERS = 3;
    private static final long MINUTES = Long.getLong("soak.minutes", 0);

    private final ExecutorService callbacks = Executors.newFixedThreadPool(2);
    private final Manager manager = new Manager();

    @AfterEach
    void end() {
        callbacks.shutdownNow();
    }

    @Test
    void everyEventEndsOnceAndTheCriticalSectionIsNeverEnteredTwiceWhileLayoutsChange() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        long seed = 1;
        do {
            gatewayRound(seed++);
        } while (System.nanoTime() < deadline);
    }

    private void gatewayRound(long seed) throws Exception {
        Gateway gateway = new Gateway("gateway-" + seed);
        manager.register(gateway.flow);
        try (RandomChanges changes = new RandomChanges(manager, gateway.flow.name(), seed, RandomChanges::anyJoin)) {
            gateway.produce(changes);
            await().atMost(Duration.ofMinutes(2)).until(() -> gateway.allEnded(changes));
            assertThat(changes.made()).as("changes").isGreaterThanOrEqualTo(CHANGES);
        }
        gateway.flow.close();
        gateway.verify();
        report(gateway.flow.name());
    }

    private void report(String flow) {
        if (MINUTES > 0) {
            System.out.printf("%s%n", manager.flow(flow).summary());
        }
    }

    @Test
    void eventsLeaveInTheOrderOfEnteringWhileOneThreadedLayoutsChange() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        long seed = 1;
        do {
            orderRound(seed++);
        } while (System.nanoTime() < deadline);
    }

    private void orderRound(long seed) throws Exception {
        long[] last = {-1};
        AtomicLong outOfOrder = new AtomicLong();
        Flow<Long, Long> flow = Flows.<Long>create("order-" + seed)
                .map((Long event) -> event, "translator")
                .mapSingleThreaded((Long event) -> event, "session-manager")
                .map((Long event) -> event, "router")
                .join(JoinSettings.fixed(1))
                .mapSynchronizedRemote((Long event) -> event, "endpoint-resolver")
                .<Long>bind((event, continuation) -> continuation.complete(event), "message-sender")
                .join(JoinSettings.single())
                .map(
                        (Long event) -> {
                            outOfOrder.addAndGet(event == last[0] + 1 ? 0 : 1);
                            last[0] = event;
                            return event;
                        },
                        "trans-logger")
                .build();
        manager.register(flow);
        try (RandomChanges changes = new RandomChanges(manager, flow.name(), seed, RandomChanges::anyOneThreaded)) {
            for (long event = 0; event < EVENTS || changes.made() < CHANGES; event++) {
                flow.apply(event);
            }
        }
        flow.close();
        assertThat(outOfOrder).as("events out of order").hasValue(0);
        assertThat(manager.flow(flow.name()).summary().inFlight()).isZero();
        report(flow.name());
    }

    /** The flow under test and what is counted about it. */
    private final class Gateway {

        private final AtomicInteger entered = new AtomicInteger();
        private final AtomicIntegerArray sessions = new AtomicIntegerArray(EVENTS);
        private final AtomicIntegerArray ends = new AtomicIntegerArray(EVENTS);
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger inSessionManager = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private final Flow<Integer, Integer> flow;
        /** Not atomic: only exclusion and visibility keep it right. */
        private long sessionsCounted;

        Gateway(String name) {
            flow = Flows.<Integer>create(name)
                    .map((Integer event) -> event, "translator")
                    .mapSingleThreaded(this::session, "session-manager")
                    .map(this::route, "router")
                    .mapSynchronizedRemote(this::resolve, "endpoint-resolver")
                    .map((Integer event) -> event, "at-translator")
                    .bind(this::send, "message-sender")
                    .forEach(event -> {}, "trans-logger")
                    .catching(error -> -1, "error-handler")
                    .timeout(Duration.ofMillis(500))
                    .maxInFlight(512)
                    .build();
        }

        private Integer session(Integer event) {
            overlaps.addAndGet(inSessionManager.getAndIncrement() == 0 ? 0 : 1);
            sessionsCounted++;
            sessions.incrementAndGet(event);
            inSessionManager.decrementAndGet();
            return event;
        }

        private Integer route(Integer event) throws Throwable {
            if (event % 101 == 0) {
                throw event % 202 == 0 ? new IllegalStateException("no route") : new StackOverflowError();
            }
            return event;
        }

        private Integer resolve(Integer event) {
            if (event % 64 == 0) {
                LockSupport.parkNanos(50_000);
            }
            if (event % 5003 == 0) {
                Thread.currentThread().interrupt();
            }
            return event;
        }

        private void send(Integer event, Continuation<Integer> continuation) {
            if (event % 20_011 == 0) {
                return; // never called: the timeout ends the event
            }
            if (event % 7 == 0) {
                continuation.complete(event);
            } else {
                callbacks.execute(() -> continuation.continuing(() -> event));
            }
            if (event % 997 == 0) {
                callbacks.execute(() -> continuation.fail(new IllegalStateException("too late")));
            }
        }

        void produce(RandomChanges changes) {
            for (int i = 0; i < PRODUCERS; i++) {
                new Thread(() -> produceOne(changes), "producer-" + i).start();
            }
        }

        private void produceOne(RandomChanges changes) {
            for (int event = entered.getAndIncrement(); event < EVENTS; event = entered.getAndIncrement()) {
                if (event > EVENTS / 2) {
                    while (changes.made() < CHANGES && changes.made() * (EVENTS / CHANGES) < event) {
                        LockSupport.parkNanos(100_000); // lets the changes keep pace on a slow machine
                    }
                }
                int number = event;
                CompletableFuture<Integer> result = flow.submit(number);
                result.whenComplete((value, error) -> {
                    ends.incrementAndGet(number);
                    ended.incrementAndGet();
                });
            }
        }

        /** Fails if a change has failed, so that no thread waits in vain. */
        boolean allEnded(RandomChanges changes) {
            return changes.made() > 0 && ended.get() == EVENTS;
        }

        void verify() {
            for (int event = 0; event < EVENTS; event++) {
                if (ends.get(event) != 1 || sessions.get(event) > 1) {
                    throw new AssertionError("event %d ended %d times, was %d times in the session manager"
                            .formatted(event, ends.get(event), sessions.get(event)));
                }
            }
            FlowSummary summary = manager.flow(flow.name()).summary();
            assertThat(summary.inFlight()).as("in flight").isZero();
            assertThat(summary.completed() + summary.failed() + summary.refused())
                    .as("events that ended, or waited for the timeout to enter")
                    .isEqualTo(EVENTS);
            assertThat(summary.ignoredContinuations()).as("late calls").isPositive();
            assertThat(sessionsCounted)
                    .as("events that reached the session manager")
                    .isGreaterThan(EVENTS * 95L / 100);
            assertThat(overlaps).as("overlapping runs of the session manager").hasValue(0);
            assertThat(sessionsCounted).as("plain counter").isEqualTo(sum());
        }

        private long sum() {
            long sum = 0;
            for (int event = 0; event < EVENTS; event++) {
                sum += sessions.get(event);
            }
            return sum;
        }
    }
}
