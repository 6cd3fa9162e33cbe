package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ObjectAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/** Flows from one of whose events references leak into another; the log is read rather than shown. */
abstract class LeakingFlows {

    private static final long PATIENCE_SECONDS = 20;

    /** A message that can change. */
    static final class Note {
        String text;
        Note before;

        Note(String text) {
            this.text = text;
        }
    }

    /** A place in a task at which a test holds the thread, until it opens. */
    static final class Barrier {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        void pass() throws InterruptedException {
            reached.countDown();
            opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        void awaitReached() throws InterruptedException {
            assertThat(reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("a thread reached the barrier")
                    .isTrue();
        }

        void open() {
            opened.countDown();
        }
    }

    final Manager manager = new Manager();
    final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setAdditive(false);
        logger.addAppender(log);
        log.start();
    }

    @AfterEach
    void stop() {
        manager.names().forEach(flow -> manager.flow(flow).stop(Duration.ofMillis(200)));
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    <I, O> Flow<I, O> start(FlowBuilder<I, O> builder) {
        Flow<I, O> flow = builder.build();
        manager.register(flow);
        return flow;
    }

    Leaks leaks(String flow) {
        return Leaks.of(manager.flow(flow).messageCheck());
    }

    /** Returns what is found in a flow of one component after some events, each of which has ended before the next. */
    static List<Leaks.Leak> found(FlowBuilder<String, ?> builder, String... events) throws Exception {
        Manager manager = new Manager();
        try (Flow<String, ?> flow = builder.build()) {
            manager.register(flow);
            for (String event : events) {
                errorOf(flow.submit(event));
            }
            return Leaks.of(manager.flow(flow.name()).messageCheck()).found();
        }
    }

    static <T> T get(CompletableFuture<T> result) throws Exception {
        return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns what the event ended with; null if it ended with a value. */
    static Throwable errorOf(CompletableFuture<?> result) throws Exception {
        return get(result.handle((value, error) -> error));
    }

    static CompletableFuture<Void> onOwnThread(ThrowingCallable body) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        body.call();
                    } catch (Throwable failed) {
                        throw new CompletionException(failed);
                    }
                },
                task -> new Thread(task, "test-thread").start());
    }

    static FlowBuilder<String, String> failing() {
        return Flows.<String>create("flow").checking(LeakCheck.FAIL);
    }

    static ObjectAssert<LeakedReferenceException> assertLeak(CompletableFuture<?> result) throws Exception {
        return assertThat(errorOf(result)).asInstanceOf(InstanceOfAssertFactories.type(LeakedReferenceException.class));
    }

    static Consumer<LeakedReferenceException> at(String component, Class<?> type, String... expected) {
        return leak -> {
            assertThat(leak.flow()).isEqualTo("flow");
            assertThat(leak.component()).isEqualTo(component);
            assertThat(leak.type()).isEqualTo(type.getTypeName());
            assertThat(leak).hasMessageContainingAll("Flow 'flow'", leak.type(), "docs/payloads.md");
            assertThat(expected).allSatisfy(words -> assertThat(leak).hasMessageContaining(words));
        };
    }
}
