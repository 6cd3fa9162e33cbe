package io.concor.soak;

import io.concor.SingleThreadedTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** A single-threaded task that detects overlapping calls and calls that do not see what the call before has written. */
final class ExclusiveTask implements CheckedTask {

    private final SingleThreadedTask<SoakEvent, SoakEvent> task;
    private final boolean ordered;
    private final Findings findings;
    private final AtomicBoolean running = new AtomicBoolean();
    private final LongAdder started = new LongAdder();
    /** Not guarded: only the guarantee of the flow keeps it and the next field correct. */
    private long calls;

    private int last = -1;

    /**
     * Wraps a task.
     *
     * @param ordered whether events must arrive in the order of their numbers
     */
    ExclusiveTask(SingleThreadedTask<SoakEvent, SoakEvent> task, boolean ordered, Findings findings) {
        this.task = task;
        this.ordered = ordered;
        this.findings = findings;
    }

    @Override
    public SoakEvent apply(SoakEvent event) throws Throwable {
        findings.addUnless(
                running.compareAndSet(false, true),
                "an exclusive task overlapped with itself at event %d",
                event.number());
        started.increment();
        calls++;
        if (ordered && event.number() != SoakEvent.UNKNOWN) {
            findings.addUnless(event.number() > last, "event %d came after event %d", event.number(), last);
            last = event.number();
        }
        try {
            return task.apply(event);
        } finally {
            running.set(false);
        }
    }

    @Override
    public void verify() {
        findings.addUnless(
                calls == started.sum(),
                "of %d calls of an exclusive task only %d saw what the call before had written",
                started.sum(),
                calls);
    }
}
