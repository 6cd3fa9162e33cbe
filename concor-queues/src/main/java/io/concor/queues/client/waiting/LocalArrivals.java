package io.concor.queues.client.waiting;

import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.TooManyWaitersException;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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

    /** At one look. */
    private static final int MOST_WOKEN = 32;

    private static final Logger LOG = LoggerFactory.getLogger(LocalArrivals.class);

    private final QueuesSettings settings;
    private final ArrivalMarks marks = new ArrivalMarks();
    private final Map<String, WaitingBoard> boards = new ConcurrentHashMap<>();
    private final Map<String, Integer> clients = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ScheduledThreadPoolExecutor thread;

    public LocalArrivals(QueuesSettings settings) {
        this.settings = settings;
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
        schedule(one, patience);
        if (marks.of(interest) != mark && one.wake()) {
            left(one);
            call(one);
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

    private void schedule(WaitingRequest one, Duration patience) {
        try {
            one.deadline(thread.schedule(() -> expire(one), patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException closed) {
            expire(one);
        }
    }

    private void expire(WaitingRequest one) {
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

    /** One that was woken does not look: another one does. */
    void passOn(Interest interest) {
        wakeSome(interest.queue(), interest.client());
        arrived(interest.queue(), null, "");
    }

    /**
     * A message can be received from now on: wakes one that takes it.
     *
     * @param to the receiver, or null for any
     * @param from the sender
     */
    public void arrived(String queue, @Nullable String to, String from) {
        WaitingRequest woken = wakeOne(queue, to, from);
        if (woken == null) {
            marks.count(queue, to);
            woken = wakeOne(queue, to, from);
        }
        if (woken != null) {
            release(woken.interest().client());
            call(woken);
            tidy(queue);
        }
    }

    private @Nullable WaitingRequest wakeOne(String queue, @Nullable String to, String from) {
        WaitingBoard board = boards.get(queue);
        return board == null ? null : board.wakeOne(to, from);
    }

    private void tidy(String queue) {
        boards.computeIfPresent(queue, (name, board) -> board.closeIfEmpty() ? null : board);
    }

    /**
     * Messages may be there: wakes those who have waited longest for them, but not thousands, most of which would look in vain. Who is
     * not woken is by a later call, if messages are there then.
     *
     * @param client those of one client, or null for all
     */
    public void wakeSome(String queue, @Nullable String client) {
        wake(queue, client, MOST_WOKEN);
    }

    /**
     * Wakes all that wait: the queue is gone, say.
     *
     * @param client those of one client, or null for all
     */
    public void wakeAll(String queue, @Nullable String client) {
        wake(queue, client, Integer.MAX_VALUE);
    }

    private void wake(String queue, @Nullable String client, int most) {
        List<WaitingRequest> woken = woken(queue, client, most);
        if (woken.size() < most) {
            marks.count(queue, client);
            woken.addAll(woken(queue, client, most));
        }
        woken.forEach(one -> {
            release(one.interest().client());
            call(one);
        });
        tidy(queue);
    }

    private List<WaitingRequest> woken(String queue, @Nullable String client, int most) {
        WaitingBoard board = boards.get(queue);
        return board == null ? new ArrayList<>() : board.wake(client, most);
    }

    private void call(WaitingRequest woken) {
        try {
            thread.execute(woken::call);
        } catch (RejectedExecutionException closed) {
            woken.call();
        }
    }

    /** Returns whether any request waits. */
    public boolean isAwaited() {
        return waiting.get() > 0;
    }

    /** Returns the queues at which requests wait, and of which clients. */
    public Map<String, Set<String>> awaited() {
        Map<String, Set<String>> awaited = new ConcurrentHashMap<>();
        boards.forEach((queue, board) -> awaited.put(queue, board.clients()));
        return awaited;
    }

    /** Returns how many clients wait at a queue. */
    public int clients(String queue) {
        WaitingBoard board = boards.get(queue);
        return board == null ? 0 : board.clients().size();
    }

    /** Ends the thread; all that wait are called back as at their deadline. */
    @Override
    public void close() {
        thread.shutdown();
        List<WaitingRequest> rest = new ArrayList<>();
        boards.values().forEach(board -> rest.addAll(board.all()));
        rest.forEach(this::expire);
    }
}
