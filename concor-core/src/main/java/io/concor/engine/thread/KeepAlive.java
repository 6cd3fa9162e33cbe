package io.concor.engine.thread;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM from exiting while a flow has threads, which are daemons themselves: with a parked thread that is none.
 * Not needed if the owner of the flow stops it when the JVM shuts down. Thread-safe.
 */
public final class KeepAlive {

    private final String name;
    /** Opens when the thread may end, or is null if there is no thread. Guarded by this, as all fields. */
    private @Nullable CountDownLatch end;

    private boolean released;

    public KeepAlive(String flow) {
        this.name = flow + "-keep-alive";
    }

    /**
     * Notes whether the flow has threads.
     *
     * @throws OutOfMemoryError if the thread could not be started
     */
    public synchronized void threads(boolean present) {
        if (present && !released && end == null) {
            CountDownLatch opened = new CountDownLatch(1);
            start(opened);
            end = opened;
        } else if ((!present || released) && end != null) {
            end.countDown();
            end = null;
        }
    }

    /** Lets the JVM exit from now on. */
    public synchronized void release() {
        released = true;
        threads(false);
    }

    private void start(CountDownLatch opened) {
        Thread thread = SharedTicker.daemon(() -> await(opened), name);
        thread.setDaemon(false);
        thread.start();
    }

    private static void await(CountDownLatch opened) {
        while (opened.getCount() > 0) {
            try {
                opened.await();
            } catch (InterruptedException meantForOthers) {
                // An interrupt has no meaning here; the latch decides.
            }
        }
    }
}
