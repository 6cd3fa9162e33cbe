package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.thread.DeferredInterrupt;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.manage.PlannedChange;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Changes the layout of a flow, one change at a time, as a whole or not at all. What each slot needs is told by its
 * {@link SlotOperation}; this class leads the steps through one change:
 *
 * <ol>
 *   <li>All steps begin: threads are started, held. From the front to the back each slot comes to rest as far as it
 *       must. From the front, because a resting stage fills the ring behind it no more, so that what follows can come
 *       to rest.
 *   <li>All slots that must be emptied in order are sealed. Where an event came in between, they are unsealed again.
 *   <li>One write puts the new plan in force. Everything before can be taken back; nothing after can fail.
 *   <li>The steps settle: new threads are released, old ones end.
 * </ol>
 *
 * <p>Events enter all the time. Only where a slot that must be emptied in order is fed so fast by foreign threads that
 * it never runs empty, the door pauses until the change is over.
 */
final class LayoutChanger {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int YIELDS = 20;

    private final FlowDefinition flow;
    private final JoinRegistry joins;
    private final EventRunner chain;
    private final AdmissionGate door;
    private final StatisticsReader statistics;
    private final ReentrantLock lock = new ReentrantLock(true);
    /** How many stops wait for the lock. */
    private final AtomicInteger stops = new AtomicInteger();

    LayoutChanger(
            FlowDefinition flow,
            JoinRegistry joins,
            EventRunner chain,
            AdmissionGate door,
            StatisticsReader statistics) {
        this.flow = flow;
        this.joins = joins;
        this.chain = chain;
        this.door = door;
        this.statistics = statistics;
    }

    ReentrantLock lock() {
        return lock;
    }

    /** Takes the lock as soon as the change under way, if there is one, has been given up. */
    void lockForStop() {
        stops.incrementAndGet();
        lock.lock();
        stops.decrementAndGet();
    }

    /** Whether a change is to be given up, as somebody waits who stops the flow. */
    boolean stopping() {
        return stops.get() > 0;
    }

    /**
     * Makes a change.
     *
     * @param planned something that differs from the present layout, and breaks no rule
     * @return how many waiting events it met
     * @throws ChangeNotPossibleException when it cannot be made at present
     */
    long make(PlannedChange planned, Duration timeLimit) {
        return new Attempt(timeLimit, System.nanoTime() + CoarseClock.nanos(timeLimit))
                .make(steps(planned.before().slots(), planned.after().slots()), planned.after());
    }

    /** What is to be done, from the front to the back. */
    private List<SlotOperation> steps(Map<String, JoinSettings> before, Map<String, JoinSettings> after) {
        List<SlotOperation> steps = new ArrayList<>();
        JoinSettings servingAfter = null;
        for (int i = 0; i < flow.size(); i++) {
            JoinSettings wanted = after.get(flow.component(i).name());
            servingAfter = wanted == null ? servingAfter : wanted;
            Join join = chain.plan().join(i);
            if (join != null && wanted != null) {
                steps.addAll(steps(i, join, wanted, before, after));
            } else if (join != null) {
                boolean severalAfter = servingAfter != null && !servingAfter.oneThreaded();
                steps.add(new RemoveJoin(i, join, severalAfter, flow.midScope(i)));
            } else if (wanted != null) {
                steps.add(new AddJoin(i, joins, wanted));
            }
            if (flow.component(i).kind() == TaskKind.TRANSITION) {
                servingAfter = null; // what follows is run by threads that do not belong to the flow
            }
        }
        return steps;
    }

    /** What is to be done with a join that stays. */
    private List<SlotOperation> steps(
            int slot,
            Join join,
            JoinSettings wanted,
            Map<String, JoinSettings> before,
            Map<String, JoinSettings> after) {
        boolean differs = !wanted.equals(before.get(flow.component(slot).name()));
        if (differs && !threadsMayStay(join.settings(), wanted)) {
            return List.of(new ReplacePool(slot, joins, join, wanted));
        }
        List<SlotOperation> steps = new ArrayList<>();
        if (wanted.oneThreaded() && reach(slot, before) != reach(slot, after)) {
            steps.add(new QuiescePool(slot, join));
        }
        if (differs) {
            steps.add(new ResizeJoin(slot, join, wanted));
        }
        return steps;
    }

    private static boolean threadsMayStay(JoinSettings before, JoinSettings after) {
        return before.pool() == after.pool()
                && before.waiting() == after.waiting()
                && (before.threads() == after.threads() || !(before.oneThreaded() || after.oneThreaded()));
    }

    /** Index of the first filled slot behind a slot. */
    private int reach(int slot, Map<String, JoinSettings> slots) {
        int next = slot + 1;
        while (next < flow.size() && !slots.containsKey(flow.component(next).name())) {
            next++;
        }
        return next;
    }

    /** One change on its way. */
    private final class Attempt {

        private final Duration timeLimit;
        private final long deadline;
        private final List<SlotOperation> begun = new ArrayList<>();
        private final DeferredInterrupt patience = new DeferredInterrupt();

        Attempt(Duration timeLimit, long deadline) {
            this.timeLimit = timeLimit;
            this.deadline = deadline;
        }

        long make(List<SlotOperation> steps, Layout after) {
            try (patience) {
                chain.plan(prepare(steps, after));
                SlotOperation.each(begun, SlotOperation::settle);
                return begun.stream().mapToLong(SlotOperation::handedOver).sum();
            } finally {
                door.resume();
            }
        }

        /** Everything that can fail. */
        private RoutingTable prepare(List<SlotOperation> steps, Layout after) {
            try {
                for (SlotOperation step : steps) {
                    begun.add(step);
                    begin(step);
                    await(step);
                }
                sealAll();
                @Nullable Join[] next = chain.plan().joins();
                begun.forEach(step -> step.commit(next));
                statistics.layoutEnds();
                return new RoutingTable(flow, after, next);
            } catch (Throwable failed) {
                takeBack(failed);
                throw failed;
            }
        }

        private void takeBack(Throwable failed) {
            try {
                SlotOperation.each(begun, SlotOperation::takeBack);
            } catch (Throwable also) {
                failed.addSuppressed(also);
            }
        }

        private void begin(SlotOperation step) {
            try {
                step.begin();
            } catch (OutOfMemoryError noThread) {
                throw notPossible(step, Reason.NO_THREAD, "no thread could be started: " + noThread.getMessage());
            }
        }

        private void await(SlotOperation step) {
            for (int rounds = 0; !step.ready(); rounds++) {
                pause(step, rounds);
            }
        }

        private void sealAll() {
            for (int rounds = 0; true; rounds++) {
                SlotOperation open = firstNotSealed();
                if (open == null) {
                    return;
                }
                begun.forEach(SlotOperation::unseal);
                pause(open, rounds);
                await(open);
            }
        }

        private @Nullable SlotOperation firstNotSealed() {
            for (SlotOperation step : begun) {
                if (!step.ready() || !step.seal()) {
                    return step;
                }
            }
            return null;
        }

        private void pause(SlotOperation step, int rounds) {
            if (stopping()) {
                throw notPossible(step, Reason.STOPPED, "the flow is being stopped");
            }
            if (System.nanoTime() - deadline >= 0) {
                throw notPossible(
                        step, Reason.TOO_LONG, "after %s %s".formatted(DurationFormat.of(timeLimit), step.obstacle()));
            }
            if (step.wantsQuietDoor()) {
                door.pause();
            }
            if (rounds < YIELDS) {
                Thread.yield();
            } else {
                patience.park(this, LONGEST_WAIT_NANOS);
            }
        }

        private ChangeNotPossibleException notPossible(SlotOperation step, Reason reason, String words) {
            return new ChangeNotPossibleException(
                    flow.name(), List.of(flow.component(step.slot).name()), reason, words);
        }
    }
}
