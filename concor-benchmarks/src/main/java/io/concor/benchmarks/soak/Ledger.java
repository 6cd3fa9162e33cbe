package io.concor.benchmarks.soak;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import io.concor.layout.FlowSummary;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Books each event of a round when it enters and when it ends. Thread-safe. */
final class Ledger {

    private final int events;
    private final Tasks tasks;
    private final Findings findings;
    private final AtomicIntegerArray ends;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final LongAdder sum = new LongAdder();
    private final LongAccumulator xor = new LongAccumulator((left, right) -> left ^ right, 0);

    Ledger(int events, Tasks tasks, Findings findings) {
        this.events = events;
        this.tasks = tasks;
        this.findings = findings;
        this.ends = new AtomicIntegerArray(events);
    }

    void accepted() {
        accepted.increment();
    }

    /** An accepted event has ended, with a value or an error. */
    void ended(int number, @Nullable Event value, @Nullable Throwable error) {
        ends.incrementAndGet(number);
        sum.add(number);
        xor.accumulate(number);
        if (error != null) {
            failed(number, error);
        } else if (value == null) {
            findings.add("event %d ended without a value", number);
        } else {
            completed(number, value);
        }
        ended.increment();
    }

    private void completed(int number, Event value) {
        findings.addUnless(
                value.number() == number || value.number() == Event.LOST,
                "event %d ended with the value of event %d",
                number,
                value.number());
        findings.addUnless(
                tasks.due(value) == tasks.components(),
                "event %d ended at component %d of %d",
                number,
                tasks.due(value),
                tasks.components());
    }

    private void failed(int number, Throwable error) {
        if (error instanceof FlowStoppedException) {
            stopped.increment();
        } else if (error instanceof Injected injected) {
            findings.addUnless(
                    injected.event().number() == number,
                    "event %d ended with the error of event %d",
                    number,
                    injected.event().number());
        } else if (!(error instanceof EventTimeoutException)) {
            findings.add("event %d ended with an error that nobody injected: %s", number, error);
        }
    }

    /** How many accepted events have not ended. */
    long open() {
        long endedBefore = ended.sum();
        return accepted.sum() - endedBefore;
    }

    long ended() {
        return ended.sum();
    }

    /** How many ended because of a stop. */
    long stopped() {
        return stopped.sum();
    }

    /** To be called when all events should have ended. */
    void verify(FlowSummary summary) {
        for (int number = 0; number < events; number++) {
            findings.addUnless(ends.get(number) == 1, "event %d ended %d times", number, ends.get(number));
        }
        long expectedSum = (long) events * (events - 1) / 2;
        long expectedXor = 0;
        for (int number = 0; number < events; number++) {
            expectedXor ^= number;
        }
        findings.addUnless(sum.sum() == expectedSum, "the sum is %d, not %d", sum.sum(), expectedSum);
        findings.addUnless(xor.get() == expectedXor, "the checksum is %d, not %d", xor.get(), expectedXor);
        findings.addUnless(
                summary.completed() + summary.failed() == events && summary.inFlight() == 0,
                "%d events entered, and the flow says: %s",
                events,
                summary);
    }
}
