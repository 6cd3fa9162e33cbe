package io.concor.benchmarks.soak;

import io.concor.SingleThreadedTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** A single-threaded task that notices when it meets itself, or does not see what its run before wrote. */
final class CriticalSection implements SingleThreadedTask<Event, Event> {

    private final SingleThreadedTask<Event, Event> task;
    private final boolean ordered;
    private final Findings findings;
    private final AtomicBoolean inside = new AtomicBoolean();
    private final LongAdder counted = new LongAdder();
    /** Not guarded: only the flow keeps them right. */
    private long runs;

    private int last = -1;

    CriticalSection(SingleThreadedTask<Event, Event> task, boolean ordered, Findings findings) {
        this.task = task;
        this.ordered = ordered;
        this.findings = findings;
    }

    @Override
    public Event apply(Event event) throws Throwable {
        findings.addUnless(
                inside.compareAndSet(false, true), "a single-threaded task met itself at event %d", event.number());
        counted.increment();
        runs++;
        if (ordered && event.number() != Event.LOST) {
            findings.addUnless(event.number() > last, "event %d came behind event %d", event.number(), last);
            last = event.number();
        }
        try {
            return task.apply(event);
        } finally {
            inside.set(false);
        }
    }

    /** To be called when the flow is empty. */
    void verify() {
        findings.addUnless(
                runs == counted.sum(),
                "of %d runs of a single-threaded task only %d saw what the one before wrote",
                counted.sum(),
                runs);
    }
}
