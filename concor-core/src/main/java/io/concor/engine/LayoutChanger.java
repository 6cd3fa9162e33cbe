package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.path.RoutingTable;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.QueueOrder;
import io.concor.engine.thread.DeferredInterrupt;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.layout.Stages;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Changes the layout of a flow, as a whole or not at all. A {@link SlotOperation} for each slot that differs says what
 * that slot needs; this class leads the operations through one change:
 *
 * <ol>
 *   <li>Each operation, from the front to the back, is prepared and awaited: threads are started, suspended, and old
 *       threads stop if they must. From the front, because a stage that has stopped no longer fills the ring after it.
 *   <li>Slots that must be emptied in order are sealed. If an event came in between, they are unsealed and awaited
 *       again.
 *   <li>What waits where another queue takes its place moves there.
 *   <li>One write puts the new routing table in force. Everything before can be undone; nothing after can fail.
 *   <li>The operations are activated: new threads begin, old ones end.
 * </ol>
 *
 * <p>Events enter all the time. Only if foreign threads feed a slot that must be emptied in order so fast that it never
 * runs empty, admission pauses until the change is over.
 */
final class LayoutChanger {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int YIELDS = 20;

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final FlowLock lock;
    private final StatisticsCollector statistics;

    LayoutChanger(FlowParts parts, StatisticsCollector statistics) {
        this.parts = parts;
        this.flow = parts.definition();
        this.lock = parts.lock();
        this.statistics = statistics;
    }

    /**
     * Changes the layout. The caller holds the flow's lock.
     *
     * @param after a layout that breaks no rule
     * @return how many events waited in the slots when they changed
     * @throws ChangeNotPossibleException if the change is not possible within the limit; then nothing has changed
     */
    long change(Layout after, Duration limit) {
        return new Attempt(limit).change(operations(parts.layout(), after), after);
    }

    /** Returns the operations of a change, from the front to the back. */
    private List<SlotOperation> operations(Layout before, Layout after) {
        Stages stagesBefore = flow.stages(before.slots());
        Stages stagesAfter = flow.stages(after.slots());
        List<SlotOperation> operations = new ArrayList<>();
        int firstStored = makeReserve(after);
        for (int i = 0; i < flow.size(); i++) {
            JoinSettings wanted = after.slots().get(flow.component(i).name());
            Join join = parts.path().routing().join(i);
            if (!flow.isHere(i)) {
                operations.add(elsewhere(i, join, wanted));
                continue;
            }
            operations.addAll(StorageOperation.of(i, parts.storages(), wanted));
            if (join != null
                    && wanted != null
                    && i >= firstStored
                    && !join.queue().holds(parts.contexts().size())) {
                operations.add(enlarge(i, join, wanted));
            } else if (join != null && wanted != null) {
                operations.addAll(operations(i, join, wanted, stagesBefore.end(i) != stagesAfter.end(i)));
            } else if (join != null) {
                operations.add(RemoveJoin.of(i, join, stagesAfter, flow.midScope(i)));
            } else if (wanted != null) {
                operations.add(new AddJoin(i, parts.registry(), wanted));
            }
        }
        return operations;
    }

    private SlotOperation elsewhere(int slot, @Nullable Join join, @Nullable JoinSettings wanted) {
        boolean leaves = flow.leavesAt(slot, wanted);
        Join by = leaves && join == null && wanted != null ? parts.registry().joinElsewhere(wanted) : join;
        return StorageOperation.elsewhere(slot, parts.storages(), leaves ? by : null, wanted);
    }

    /** Makes room for events of stores, for good, if a slot has one. Returns the index of the first such slot. */
    private int makeReserve(Layout after) {
        int first = IntStream.range(0, flow.size())
                .filter(i -> flow.isHere(i)
                        && isStored(after.slots().get(flow.component(i).name())))
                .findFirst()
                .orElse(flow.size());
        if (first < flow.size()) {
            parts.contexts().reserve();
        }
        return first;
    }

    private static boolean isStored(@Nullable JoinSettings settings) {
        return settings != null && settings.queue() != QueueKind.MEMORY;
    }

    /** Returns the operation for a join whose queue has no room for events of stores, which may come into it from now on. */
    private SlotOperation enlarge(int slot, Join join, JoinSettings wanted) {
        boolean anyOrder = QueueOrder.of(wanted) == QueueOrder.ARRIVAL
                && QueueOrder.of(join.settings()) == QueueOrder.ARRIVAL
                && !wanted.oneThreaded()
                && !join.settings().oneThreaded();
        return anyOrder ? new ExchangeJoin(slot, parts.registry(), join, wanted) : replaceQueue(slot, join, wanted);
    }

    private ReplaceQueue replaceQueue(int slot, Join join, JoinSettings wanted) {
        return new ReplaceQueue(
                slot, parts.registry(), join, wanted, parts.contexts().size());
    }

    /**
     * Returns the operations for a join that remains.
     *
     * @param reachChanges whether it serves other components after the change
     */
    private List<SlotOperation> operations(int slot, Join join, JoinSettings wanted, boolean reachChanges) {
        if (QueueOrder.of(wanted) != QueueOrder.of(join.settings())) {
            return List.of(replaceQueue(slot, join, wanted));
        }
        boolean differs = !wanted.equals(join.settings());
        if (differs && !threadsMayStay(join.settings(), wanted)) {
            return List.of(new ReplacePool(slot, parts.registry(), join, wanted));
        }
        List<SlotOperation> operations = new ArrayList<>();
        if (wanted.oneThreaded() && reachChanges) {
            operations.add(new QuiescePool(slot, join));
        }
        if (differs) {
            operations.add(new ResizeJoin(slot, join, wanted));
        }
        return operations;
    }

    private static boolean threadsMayStay(JoinSettings before, JoinSettings after) {
        return before.pool() == after.pool()
                && (before.queue() == after.queue() || after.queue() == QueueKind.MEMORY)
                && before.waiting() == after.waiting()
                && (before.threads() == after.threads() || !(before.oneThreaded() || after.oneThreaded()));
    }

    /** One change on its way. */
    private final class Attempt {

        private final Duration limit;
        private final long deadline;
        private final List<SlotOperation> prepared = new ArrayList<>();
        private final DeferredInterrupt interrupt = new DeferredInterrupt();

        Attempt(Duration limit) {
            this.limit = limit;
            this.deadline = System.nanoTime() + CoarseClock.nanos(limit);
        }

        long change(List<SlotOperation> operations, Layout after) {
            try (interrupt) {
                parts.path().routing(prepare(operations, after));
                SlotOperation.forEach(prepared, SlotOperation::activate);
                return prepared.stream().mapToLong(SlotOperation::handedOver).sum();
            } finally {
                parts.gate().resume();
            }
        }

        /** Does everything that can fail. */
        private RoutingTable prepare(List<SlotOperation> operations, Layout after) {
            operations.forEach(this::refuseFromWithin);
            try {
                for (SlotOperation operation : operations) {
                    prepared.add(operation);
                    prepare(operation);
                }
                sealAll();
                @Nullable Join[] joins = parts.path().routing().joins();
                prepared.forEach(operation -> operation.install(joins));
                RoutingTable next = new RoutingTable(flow, after, joins);
                statistics.layoutEnds();
                prepared.forEach(SlotOperation::transfer); // last: arriving events stay with their threads meanwhile
                return next;
            } catch (Throwable failed) {
                abortAll(failed);
                throw failed;
            }
        }

        /** A thread that asks for a change cannot leave its task before the change is over. */
        private void refuseFromWithin(SlotOperation operation) {
            if (operation.waitsFor(Thread.currentThread())) {
                throw notPossible(
                        operation,
                        Reason.CALLED_FROM_TASK,
                        "it was called from a task of the slot that it would change, and has to wait for the thread of that"
                                + " task. Call it from another thread, without waiting for it in the task");
            }
        }

        private void abortAll(Throwable failed) {
            try {
                SlotOperation.forEach(prepared, SlotOperation::abort);
            } catch (Throwable also) {
                failed.addSuppressed(also);
            }
        }

        private void prepare(SlotOperation operation) {
            try {
                operation.prepare();
                await(operation);
            } catch (QueueStoreException away) {
                throw notPossible(operation, Reason.NO_STORE, String.valueOf(away.getMessage()), away);
            } catch (OutOfMemoryError noThread) {
                String words = "a thread could not be started, or there is no memory: " + noThread.getMessage();
                throw notPossible(operation, Reason.NO_THREAD, words, noThread);
            }
        }

        private void await(SlotOperation operation) {
            for (int rounds = 0; !operation.isReady(); rounds++) {
                pause(operation, rounds);
            }
        }

        private void sealAll() {
            for (int rounds = 0; true; rounds++) {
                SlotOperation open = firstNotSealed();
                if (open == null) {
                    return;
                }
                prepared.forEach(SlotOperation::unseal);
                pause(open, rounds);
                await(open);
            }
        }

        private @Nullable SlotOperation firstNotSealed() {
            for (SlotOperation operation : prepared) {
                if (!operation.isReady() || !operation.seal()) {
                    return operation;
                }
            }
            return null;
        }

        private void pause(SlotOperation operation, int rounds) {
            if (lock.stopWaits()) {
                throw notPossible(operation, Reason.STOPPED, "the flow is being stopped");
            }
            if (System.nanoTime() - deadline >= 0) {
                throw notPossible(
                        operation,
                        Reason.TOO_LONG,
                        Sentence.of("after %s %s", DurationFormat.of(limit), operation.obstacle()));
            }
            if (operation.needsPausedAdmission()) {
                parts.gate().pause();
            }
            if (rounds < YIELDS) {
                Thread.yield();
            } else {
                interrupt.park(this, LONGEST_WAIT_NANOS);
            }
        }

        private ChangeNotPossibleException notPossible(SlotOperation operation, Reason reason, String words) {
            return notPossible(operation, reason, words, null);
        }

        private ChangeNotPossibleException notPossible(
                SlotOperation operation, Reason reason, String words, @Nullable Throwable cause) {
            String slot = flow.component(operation.slot).name();
            return new ChangeNotPossibleException(flow.name(), List.of(slot), reason, words, cause);
        }
    }
}
