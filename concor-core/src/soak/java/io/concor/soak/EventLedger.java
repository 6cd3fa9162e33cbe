package io.concor.soak;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import io.concor.layout.FlowSummary;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Records how often each event of a round enters and ends, and checks its result. Thread-safe. */
final class EventLedger {

    private final int events;
    private final CheckedTasks tasks;
    private final Findings findings;
    private final AtomicIntegerArray ends;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final LongAdder sum = new LongAdder();
    private final LongAccumulator xor = new LongAccumulator((left, right) -> left ^ right, 0);

    EventLedger(int events, CheckedTasks tasks, Findings findings) {
        this.events = events;
        this.tasks = tasks;
        this.findings = findings;
        this.ends = new AtomicIntegerArray(events);
    }

    void recordAccepted() {
        accepted.increment();
    }

    /** Records that an accepted event has ended, with a value or an error. */
    void recordEnded(int number, @Nullable SoakEvent value, @Nullable Throwable error) {
        ends.incrementAndGet(number);
        sum.add(number);
        xor.accumulate(number);
        if (error != null) {
            checkError(number, error);
        } else if (value == null) {
            findings.add("event %d ended without a value", number);
        } else {
            checkValue(number, value);
        }
        ended.increment();
    }

    private void checkValue(int number, SoakEvent value) {
        findings.addUnless(
                value.number() == number || value.number() == SoakEvent.UNKNOWN,
                "event %d ended with the value of event %d",
                number,
                value.number());
        int next = tasks.nextComponent(value);
        findings.addUnless(
                next == tasks.components(), "event %d ended at component %d of %d", number, next, tasks.components());
    }

    private void checkError(int number, Throwable error) {
        if (error instanceof FlowStoppedException) {
            stopped.increment();
        } else if (error instanceof InjectedFault injected) {
            findings.addUnless(
                    injected.event().number() == number,
                    "event %d ended with the error of event %d",
                    number,
                    injected.event().number());
        } else if (!(error instanceof EventTimeoutException || error instanceof InjectedFault.InjectedBatchException)) {
            findings.add("event %d ended with an error that was not injected: %s", number, error);
        }
    }

    /** Returns how many accepted events have not ended. */
    long open() {
        long endedBefore = ended.sum();
        return accepted.sum() - endedBefore;
    }

    long ended() {
        return ended.sum();
    }

    /** Returns how many events ended because of a stop. */
    long stopped() {
        return stopped.sum();
    }

    /** Checks the totals. All events of the round must have entered, and the flow must be closed. */
    void verify(FlowSummary summary) {
        long expectedSum = (long) events * (events - 1) / 2;
        long expectedXor = 0;
        for (int number = 0; number < events; number++) {
            findings.addUnless(ends.get(number) == 1, "event %d ended %d times", number, ends.get(number));
            expectedXor ^= number;
        }
        findings.addUnless(sum.sum() == expectedSum, "the sum is %d, not %d", sum.sum(), expectedSum);
        findings.addUnless(xor.get() == expectedXor, "the checksum is %d, not %d", xor.get(), expectedXor);
        findings.addUnless(
                summary.completed() + summary.failed() == events && summary.inFlight() == 0,
                "%d events entered, but the flow reports %s",
                events,
                summary);
    }
}
