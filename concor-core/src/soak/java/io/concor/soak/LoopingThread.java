package io.concor.soak;

/** Repeats an action on its own thread until it is closed or the action fails. */
final class LoopingThread implements AutoCloseable {

    /** Threads of the test, not of the flow, have names with this prefix. */
    static final String NAME_PREFIX = "soak-";

    private final Runnable action;
    private final Findings findings;
    private final Thread thread;
    private volatile boolean closed;

    LoopingThread(String name, Runnable action, Findings findings) {
        this.action = action;
        this.findings = findings;
        this.thread = new Thread(this::run, NAME_PREFIX + name);
    }

    void start() {
        thread.start();
    }

    boolean running() {
        return thread.isAlive();
    }

    private void run() {
        try {
            while (!closed) {
                action.run();
            }
        } catch (RuntimeException | Error unexpected) {
            findings.add("%s failed with %s", Thread.currentThread().getName(), unexpected);
        }
    }

    /** Waits until the running action has ended. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interruption) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
