package io.concor.benchmarks.soak;

/** Does the same again and again beside the events, until it is closed or it fails. */
final class SideThread implements AutoCloseable {

    /** How the names of threads begin that are not the flow's. */
    static final String NAMES = "soak-";

    private final Runnable step;
    private final Findings findings;
    private final Thread thread;
    private volatile boolean closed;

    SideThread(String name, Runnable step, Findings findings) {
        this.step = step;
        this.findings = findings;
        this.thread = new Thread(this::run, NAMES + name);
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
                step.run();
            }
        } catch (RuntimeException | Error unexpected) {
            findings.add("%s failed with %s", Thread.currentThread().getName(), unexpected);
        }
    }

    /** Waits until the step at hand is done. */
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
