package io.concor.engine.event;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Fetches a thread away that sleeps for ever because its wake-up was lost, so that a test tells it as an outcome
 * instead of hanging itself. One thread at a time.
 */
public final class Forgotten {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NEXT_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int PATIENCE_LOOKS = 4;

    private static volatile Wait present;

    static {
        Thread looking = new Thread(Forgotten::look, "looks-for-forgotten-threads");
        looking.setDaemon(true);
        looking.start();
    }

    private Forgotten() {}

    /**
     * Does what may wait.
     *
     * @param rescue ends the waiting
     * @return whether that was needed
     */
    public static boolean fetched(Runnable body, Runnable rescue) {
        Wait wait = new Wait(rescue);
        present = wait;
        body.run();
        present = null;
        return wait.fetched;
    }

    private static void look() {
        Wait seen = null;
        int looks = 0;
        boolean found = false;
        while (true) {
            LockSupport.parkNanos(found ? NEXT_LOOK_NANOS : LOOK_NANOS); // once is enough to tell

            Wait now = present;
            looks = now != null && now == seen ? looks + 1 : 0;
            seen = now;
            if (looks == PATIENCE_LOOKS) {
                found = true;
                now.fetched = true;
                now.rescue.run();
            }
        }
    }

    private static final class Wait {
        private final Runnable rescue;
        private volatile boolean fetched;

        public Wait(Runnable rescue) {
            this.rescue = rescue;
        }
    }
}
