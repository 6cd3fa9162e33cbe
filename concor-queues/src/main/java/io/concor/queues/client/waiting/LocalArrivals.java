package io.concor.queues.client.waiting;

import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.TooManyWaitersException;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who wait for messages in this process, and what wakes them. Thread-safe.
 *
 * <p>No message is missed between a look and {@link #await}: whoever announces one that wakes no one counts it and looks again for
 * those who wait; whoever waits is put on the board first and looks at the count then. A message that has woken one is not counted:
 * all that are about to wait would look again for a message that another one takes.
 */
public final class LocalArrivals implements MessageArrivals, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalArrivals.class);

    private final QueuesSettings settings;
    private final ArrivalMarks marks = new ArrivalMarks();
    private final Map<String, WaitingBoard> boards = new ConcurrentHashMap<>();
    private final Map<String, Integer> clients = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    /** For those that no message wakes: many of them may end together. */
    private final CallPacer pacer;

    private final ScheduledThreadPoolExecutor thread;

    public LocalArrivals(QueuesSettings settings) {
        this.settings = settings;
        pacer = new CallPacer(settings.mostWaiters(), System::nanoTime);
        thread = new ScheduledThreadPoolExecutor(1, LocalArrivals::newThread);
        thread.setRemoveOnCancelPolicy(true);
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "concor-queues-arrivals");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public long mark(Interest interest) {
        return marks.of(interest);
    }

    @Override
    public Waiter await(Interest interest, long mark, Duration patience, Consumer<Wake> callback) {
        if (patience.isNegative() || patience.compareTo(QueuesSettings.MOST_WAIT) > 0) {
            throw new InvalidRequestException(
                    "wait", patience + " is out of bounds", "0 to " + QueuesSettings.MOST_WAIT.toSeconds() + " s");
        }
        WaitingRequest one = new WaitingRequest(interest, guarded(callback), this);
        admit(interest.client());
        while (!boards.computeIfAbsent(interest.queue(), queue -> new WaitingBoard())
                .add(one)) {
            Thread.onSpinWait(); // the board is just being taken away
        }
        schedule(() -> expire(one), one, patience.toNanos());
        if (marks.of(interest) != mark && one.wake(null)) {
            left(one);
            call(one, 0);
        }
        return one;
    }

    private static Consumer<Wake> guarded(Consumer<Wake> callback) {
        return wake -> {
            try {
                callback.accept(wake);
            } catch (RuntimeException | Error failed) {
                LOG.warn("The callback of a request that waited for a message failed", failed);
            }
        };
    }

    private void admit(String client) {
        if (waiting.incrementAndGet() > settings.mostWaiters()) {
            waiting.decrementAndGet();
            throw new TooManyWaitersException("all clients", settings.mostWaiters(), "max-waiters");
        }
        if (clients.merge(client, 1, Integer::sum) > settings.mostWaitersOfClient()) {
            release(client);
            throw new TooManyWaitersException(
                    "client '" + SafeText.shown(client) + "'", settings.mostWaitersOfClient(), "max-waiters-of-client");
        }
    }

    private void release(String client) {
        waiting.decrementAndGet();
        clients.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }

    private void schedule(Runnable work, WaitingRequest one, long nanos) {
        try {
            one.deadline(thread.schedule(work, nanos, TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException closed) {
            end(one);
        }
    }

    /** Its time is over. It can be woken until it is its turn to end. */
    private void expire(WaitingRequest one) {
        long nanos = pacer.delayNanos();
        if (nanos == 0) {
            end(one);
        } else {
            schedule(() -> end(one), one, nanos);
        }
    }

    private void end(WaitingRequest one) {
        if (one.end()) {
            left(one);
        }
    }

    /** One does not wait any more. */
    void left(WaitingRequest one) {
        removeFromBoard(one);
        release(one.interest().client());
    }

    private void removeFromBoard(WaitingRequest one) {
        boards.computeIfPresent(one.interest().queue(), (queue, board) -> {
            board.remove(one);
            return board.closeIfEmpty() ? null : board;
        });
    }

    /**
     * A message can be received from now on: wakes one that takes it.
     *
     * @param to the receiver, or null for any
     * @param from the sender
     */
    public void arrived(String queue, @Nullable String to, String from) {
        arrived(queue, to, from, 1);
    }

    /** The same for some messages of one sender to one receiver, each of which wakes one. */
    public void arrived(String queue, @Nullable String to, String from, int messages) {
        arrived(new Arrival(queue, to, from), messages);
    }

    void arrived(Arrival arrival, int messages) {
        int rest = messages;
        while (rest > 0 && wakesOne(arrival)) {
            rest--;
        }
        if (rest > 0) {
            marks.count(arrival.queue(), arrival.to());
            wakesOne(arrival);
        }
    }

    private boolean wakesOne(Arrival arrival) {
        WaitingBoard board = boards.get(arrival.queue());
        WaitingRequest woken = board == null ? null : board.wakeOne(arrival);
        if (woken == null) {
            return false;
        }
        release(woken.interest().client());
        call(woken, 0);
        tidy(arrival.queue());
        return true;
    }

    private void tidy(String queue) {
        boards.computeIfPresent(queue, (name, board) -> board.closeIfEmpty() ? null : board);
    }

    /**
     * A queue is gone: wakes all that wait at it.
     *
     * @param beforeNanos a time, by {@link System#nanoTime}, after which it was deleted: who waited then knows, others look
     */
    public void queueDeleted(String queue, long beforeNanos) {
        wake(queue, board -> board.wakeAll(beforeNanos));
        marks.count(queue, null);
        wake(queue, board -> board.wakeAll(beforeNanos));
    }

    /**
     * A client has left: wakes all its waits.
     *
     * @param beforeNanos a time, by {@link System#nanoTime}, after which it left: who waited then knows, others look
     */
    public void clientLeft(String client, long beforeNanos) {
        for (String queue : List.copyOf(boards.keySet())) {
            wake(queue, board -> board.wakeAll(client, beforeNanos));
        }
    }

    private void wake(String queue, Function<WaitingBoard, List<WaitingRequest>> which) {
        WaitingBoard board = boards.get(queue);
        if (board == null) {
            return;
        }
        List<WaitingRequest> woken = which.apply(board);
        for (WaitingRequest one : woken) {
            release(one.interest().client());
            call(one, pacer.delayNanos());
        }
        tidy(queue);
    }

    private void call(WaitingRequest woken, long delayNanos) {
        try {
            thread.schedule(woken::call, delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            woken.call();
        }
    }

    /** Returns whether any request waits. */
    public boolean isAwaited() {
        return waiting.get() > 0;
    }

    /** Returns what requests wait for. */
    public Set<Interest> awaited() {
        Set<Interest> awaited = new HashSet<>();
        boards.values().forEach(board -> awaited.addAll(board.interests()));
        return awaited;
    }

    /** Returns how many clients wait at a queue. */
    public int clients(String queue) {
        WaitingBoard board = boards.get(queue);
        return board == null ? 0 : board.clients();
    }

    /** Ends the thread; all that wait are called back as at their deadline. */
    @Override
    public void close() {
        thread.shutdown();
        List<WaitingRequest> rest = new ArrayList<>();
        boards.values().forEach(board -> rest.addAll(board.all()));
        rest.forEach(this::end);
    }
}
