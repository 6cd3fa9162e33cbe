package io.concor.sample.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Creates the threads of an HTTP client and remembers them. An {@link Error} such as an {@link OutOfMemoryError} ends
 * such a thread, and the library neither replaces it nor reports that. Thread-safe.
 */
final class IoThreads implements ThreadFactory {

    private static final Logger LOG = LoggerFactory.getLogger(IoThreads.class);

    private final Queue<Thread> created = new ConcurrentLinkedQueue<>();
    private final CustomizableThreadFactory named = new CustomizableThreadFactory("http-client-");

    IoThreads() {
        named.setDaemon(true);
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = named.newThread(work);
        thread.setUncaughtExceptionHandler((ending, error) ->
                LOG.error("{} of the HTTP client has ended: restart the application", ending.getName(), error));
        created.add(thread);
        return thread;
    }

    int ended() {
        return (int) created.stream()
                .filter(thread -> thread.getState() == Thread.State.TERMINATED)
                .count();
    }
}
