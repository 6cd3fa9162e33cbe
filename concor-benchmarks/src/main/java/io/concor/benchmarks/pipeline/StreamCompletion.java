package io.concor.benchmarks.pipeline;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for the completion of a stream. */
final class StreamCompletion {

    private final CountDownLatch ended = new CountDownLatch(1);

    void end() {
        ended.countDown();
    }

    void await() {
        try {
            if (!ended.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The stream did not end within 10 s of its last event");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
