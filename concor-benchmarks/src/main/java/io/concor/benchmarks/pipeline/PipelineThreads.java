package io.concor.benchmarks.pipeline;

import java.util.Collection;
import java.util.concurrent.ThreadFactory;

/** Threads of the pipelines. */
final class PipelineThreads {

    private PipelineThreads() {}

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "stage");
        thread.setDaemon(true);
        return thread;
    }

    static ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(
                    "Variant virtual needs Java 21 or newer; this is " + Runtime.version(), absent);
        }
    }

    static void join(Collection<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
