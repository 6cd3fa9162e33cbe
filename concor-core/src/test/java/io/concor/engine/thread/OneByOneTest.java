package io.concor.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class OneByOneTest {

    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final OneByOne oneByOne = new OneByOne(threads);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void runsOneActionAtATimeInTheirOrder() {
        Queue<Integer> ran = new ConcurrentLinkedQueue<>();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            oneByOne.execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                ran.add(number);
                running.decrementAndGet();
            });
        }
        await().until(() -> ran.size() == 2_000);
        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, 2_000).boxed().toList());
        assertThat(most).hasValue(1);
    }

    @Test
    void goesOnAfterAnActionThatFails() {
        List<String> ran = new ArrayList<>();
        OneByOne sameThread = new OneByOne(action -> {
            try {
                action.run();
            } catch (IllegalStateException failed) {
                ran.add(String.valueOf(failed.getMessage()));
            }
        });
        sameThread.execute(() -> {
            sameThread.execute(() -> ran.add("behind"));
            throw new IllegalStateException("failed");
        });
        sameThread.execute(() -> ran.add("later"));
        assertThat(ran).containsExactly("behind", "failed", "later");
    }
}
