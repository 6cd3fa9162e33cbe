package io.concor.queues.member;

import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreDataSources;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * This process as an instance among those that use a store. Its one thread renews the lease, takes and gives back lanes, and
 * tells other instances about events that were put. Thread-safe, unless said otherwise.
 *
 * <p>When nothing happens it renews the lease and looks at the others in each beat, for any number of queues: one statement on
 * PostgreSQL, two elsewhere.
 */
public final class Membership implements AutoCloseable {

    private static final String WORK = "renew the lease of this process";
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final MemberTables tables;
    private final MemberSettings settings;
    private final LaneListener listener;
    private final DatabaseHealth health;
    private final HeldConnection connection;
    private final @Nullable NotificationListener notifications;
    private final Thread thread;

    private final MemberTasks tasks = new MemberTasks();
    private final WakeCounter wakes = new WakeCounter();
    private volatile boolean closed;
    private volatile boolean orderly;
    private volatile boolean looksSoon;
    private volatile boolean notified;
    private volatile boolean listening;
    private volatile boolean silenced;

    // of the thread
    private final Lease lease;
    private final Presence presence;
    private final LaneOwnership lanes;
    private final BeatSchedule schedule;

    /**
     * @param silence how long the database may leave a statement without an answer
     */
    public Membership(
            StoreDataSources dataSources,
            Dialect dialect,
            MemberSettings settings,
            Duration silence,
            LaneListener listener,
            DatabaseHealth health) {
        tables = new MemberTables(dialect);
        this.settings = settings;
        this.listener = listener;
        this.health = health;
        connection = new HeldConnection(dataSources, dialect, silence);
        lease = new Lease(tables, connection, settings);
        presence = new Presence(tables, connection);
        lanes = new LaneOwnership(tables, connection, listener);
        schedule = new BeatSchedule(settings);
        notifications = dialect.notifies() ? new NotificationListener(dataSources.reads(), this, health) : null;
        thread = new Thread(this::run, "concor-queues-member");
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
        if (notifications != null) {
            notifications.start();
        }
    }

    /** Returns the present id of this instance. It changes when its lease had ended. */
    public String id() {
        return lease.id();
    }

    /** Returns whether the lease lasts by the clock of this process, so that events of its lanes may be handed out. */
    public boolean holdsLease() {
        return !silenced && lease.lasts();
    }

    /**
     * Takes part in a queue: takes its share of the lanes.
     *
     * @param together whether all lanes of the queue belong to one instance
     */
    public void consume(int queue, boolean together) {
        submit(() -> {
            lanes.consume(queue, together);
            change(c -> tables.consume(c, queue, lease.id()));
        });
    }

    /** Takes no further lane of a queue, and {@linkplain LaneListener#leaving leaves} those that it owns. */
    public void stopConsuming(int queue) {
        submit(() -> {
            change(c -> tables.stopConsuming(c, queue, lease.id()));
            lanes.stopConsuming(queue);
        });
    }

    /** Gives up all lanes of a queue at once. What is in work counts as an attempt. */
    public void abandon(int queue) {
        submit(() -> {
            lanes.abandon(queue, lease.id());
            tellOthers();
        });
    }

    /** Nothing of a lane is in work any more that was {@linkplain LaneListener#leaving leaving}. */
    public void giveBack(int queue, int lane) {
        submit(() -> {
            lanes.giveBack(queue, lane, lease.id());
            tellOthers();
            schedule.lookWhenTaken();
        });
    }

    private void change(HeldConnection.Change change) throws SQLException {
        if (lease.isTaken()) {
            connection.change(change);
            tellOthers();
        }
        schedule.lookNow();
    }

    /** A lane turned out to belong to another instance: looks at once. */
    public void suspect() {
        looksSoon = true;
        wakeThread();
    }

    /**
     * Tells other instances that events were put. Does not block; several calls become one.
     *
     * @param late whether an id may be lower than those seen for some seconds
     */
    public void announce(boolean late) {
        wakes.add(late);
        wakeThread();
    }

    /**
     * Returns whether there may be other instances that put: there are, or were a while ago. One that was seen to have expired may
     * only have stood still.
     */
    public boolean isAmongOthers() {
        return presence.isAmongOthers();
    }

    /** A notification of another instance has come. */
    void notifyPut() {
        notified = true;
        wakeThread();
    }

    /** Whether notifications come, so that the counter need not be asked often. */
    void listens(boolean works) {
        listening = works;
    }

    /** Gives up all lanes and goes: nothing may be in work. Waits some seconds at most. */
    @Override
    public void close() {
        end(true);
    }

    /** Ends without giving anything back, as a killed process does. For tests. */
    public void vanish() {
        end(false);
    }

    private void end(boolean inOrder) {
        orderly = inOrder;
        closed = true;
        silenced = true;
        wakeThread();
        if (notifications != null) {
            notifications.close();
        }
        try {
            thread.join(settings.lease().toMillis());
            if (thread.isAlive()) {
                connection.cut();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(MemberTasks.Task task) {
        tasks.add(task);
        wakeThread();
    }

    private void wakeThread() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            try {
                step();
                health.succeeded(WORK);
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread all lanes are lost
                recover(failed);
            }
        }
        finish();
    }

    private void step() throws SQLException {
        long now = System.nanoTime();
        if (schedule.isDue(now) || looksSoon) {
            beat(now);
        }
        tasks.run();
        if (schedule.isLookDue() && lease.isTaken()) {
            look();
        }
        wakes.send(connection, tables, lease.id());
        hearOthers();
        park();
    }

    /** Renews the lease and looks at the other instances. */
    private void beat(long now) throws SQLException {
        if (looksSoon) {
            looksSoon = false;
            schedule.lookNow();
        }
        schedule.begin(now);
        if (!lease.isTaken()) {
            join();
        }
        List<InstanceRow> instances = lease.renew(now);
        if (!lease.isTaken()) {
            lanes.loseAll();
            join();
            instances = lease.renew(System.nanoTime());
        }
        observe(presence.look(lease.id(), instances));
    }

    private void join() throws SQLException {
        lease.take(lanes.consumed());
        wakes.reset();
        schedule.lookNow();
        tellOthers();
    }

    private void observe(Presence.Look look) {
        hear(look.wake());
        schedule.noLaterThan(look.soonestMillis());
        schedule.ended();
        if (look.changed()) {
            schedule.lookNow();
            listener.woken(true); // one that died may have put rows, and not have said so
        }
    }

    private void look() throws SQLException {
        schedule.looked(lanes.isEmpty() || lanes.balance(lease.id()));
    }

    /** The set of consumers, or the lanes that have an owner, changed. */
    private void tellOthers() {
        wakes.add(false);
    }

    private void hearOthers() throws SQLException {
        boolean polls = !listening && wakes.expectsMore(System.nanoTime());
        if (lease.isTaken() && (notified || polls)) {
            notified = false;
            hear(connection.query(c -> tables.wake(c, lease.id())));
        }
    }

    private void hear(long wake) {
        if (wakes.isNew(wake)) {
            listener.woken(wakes.hear(wake, System.nanoTime()));
            schedule.lookSoon();
        }
    }

    private void park() {
        if (closed || !tasks.isEmpty() || notified || looksSoon) {
            return;
        }
        long now = System.nanoTime();
        long nanos = schedule.nanosToNext(now);
        if (wakes.isWaiting()) {
            nanos = Math.min(nanos, wakes.nanosToNext(now));
        }
        if (!listening && wakes.expectsMore(now)) {
            nanos = Math.min(nanos, Backoff.jittered(POLL_NANOS));
        }
        if (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private void recover(Throwable failed) {
        try {
            health.failed(WORK, failed);
            connection.close();
        } catch (Throwable again) { // out of memory, above all
            // the next round tries again
        }
        schedule.again();
        LockSupport.parkNanos(this, Backoff.jittered(settings.beat().toNanos() / 4));
    }

    private void finish() {
        try {
            if (orderly && lease.isTaken()) {
                tasks.run();
                connection.change(c -> tables.leave(c, lease.id()));
                WakeCounter.wake(connection, tables, lease.id(), 1);
            }
        } catch (SQLException | RuntimeException failed) {
            health.failed("give back the lanes of this process", failed);
        } finally {
            connection.close();
        }
    }
}
