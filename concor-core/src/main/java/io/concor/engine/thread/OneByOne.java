package io.concor.engine.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Has threads run actions one after the other, in their order. Thread-safe. */
public final class OneByOne implements Executor {

    private final Executor threads;
    private final Queue<Runnable> waiting = new ArrayDeque<>(); // guarded by this
    private boolean running; // guarded by this

    public OneByOne(Executor threads) {
        this.threads = threads;
    }

    @Override
    public void execute(Runnable action) {
        synchronized (this) {
            waiting.add(action);
            if (running) {
                return;
            }
            running = true;
        }
        threads.execute(this::runNext);
    }

    private void runNext() {
        try {
            take().run();
        } finally { // also if it fails: the others are not to blame
            if (goesOn()) {
                threads.execute(this::runNext);
            }
        }
    }

    private synchronized Runnable take() {
        return waiting.remove();
    }

    private synchronized boolean goesOn() {
        running = !waiting.isEmpty();
        return running;
    }
}
