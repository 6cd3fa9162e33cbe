package io.concor.soak;

import io.concor.SingleThreadedTask;

/**
 * A single-threaded task whose calls share one plain field and nothing else. Unlike those of an {@link ExclusiveTask},
 * they publish nothing to each other: a call that overlaps, or does not see the call before, loses a count.
 */
final class UnguardedTask implements CheckedTask {

    private final SingleThreadedTask<SoakEvent, SoakEvent> task;
    private final Findings findings;
    /** By the number of the event, whether it has come here. Each element is written by one call and read at the end. */
    private final boolean[] called;

    private int calls;

    /**
     * Wraps a task.
     *
     * @param events more than the highest number of an event
     */
    UnguardedTask(SingleThreadedTask<SoakEvent, SoakEvent> task, int events, Findings findings) {
        this.task = task;
        this.called = new boolean[events];
        this.findings = findings;
    }

    @Override
    public SoakEvent apply(SoakEvent event) throws Throwable {
        if (event.number() == SoakEvent.UNKNOWN) {
            return task.apply(event);
        }
        int before = calls;
        try {
            return task.apply(event);
        } finally {
            called[event.number()] = true;
            calls = before + 1;
        }
    }

    @Override
    public void verify() {
        int all = 0;
        for (boolean one : called) {
            all += one ? 1 : 0;
        }
        findings.addUnless(
                calls == all,
                "of %d calls of a single-threaded task only %d saw what the call before had written",
                all,
                calls);
    }
}
