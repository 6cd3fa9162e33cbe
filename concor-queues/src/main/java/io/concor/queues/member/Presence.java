package io.concor.queues.member;

import io.concor.queues.jdbc.HeldConnection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The instances that use the store, as last seen. For one thread, if not said. */
final class Presence {

    private static final long PARTING_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final MemberTables tables;
    private final HeldConnection connection;
    private Set<String> present = Set.of();
    private volatile long aloneNanos = System.nanoTime();

    Presence(MemberTables tables, HeldConnection connection) {
        this.tables = tables;
        this.connection = connection;
    }

    /** Returns whether there are others, or were a while ago. Any thread. */
    boolean isAmongOthers() {
        return System.nanoTime() - aloneNanos < PARTING_NANOS;
    }

    /**
     * What was seen.
     *
     * @param changed whether the instances are others than before
     * @param wake the counter of wake-ups of this instance
     * @param soonestMillis in how many milliseconds the next lease of another instance ends
     */
    record Look(boolean changed, long wake, long soonestMillis) {}

    /** Learns who is there, and removes those whose lease has ended. */
    Look look(String me, List<InstanceRow> instances) throws SQLException {
        Set<String> now = new HashSet<>();
        long wake = 0;
        long soonest = Long.MAX_VALUE;
        for (InstanceRow instance : instances) {
            if (instance.id().equals(me)) {
                wake = instance.wake();
            } else if (instance.leftMillis() < 0) {
                connection.transact(c -> tables.expire(c, instance.id()));
                continue;
            } else {
                soonest = Math.min(soonest, instance.leftMillis());
            }
            now.add(instance.id());
        }
        if (now.size() > 1 || present.size() > 1) {
            aloneNanos = System.nanoTime();
        }
        boolean changed = !now.equals(present);
        present = now;
        return new Look(changed, wake, soonest);
    }
}
