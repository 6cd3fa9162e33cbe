package io.concor.queues.member;

import io.concor.queues.jdbc.HeldConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The row of this instance, which others take for dead when it is not renewed. For the thread of the membership, if not said. */
final class Lease {

    private final MemberTables tables;
    private final HeldConnection connection;
    private final MemberSettings settings;
    private boolean taken;
    private volatile String id = newId();
    private volatile long endNanos = System.nanoTime();

    Lease(MemberTables tables, HeldConnection connection, MemberSettings settings) {
        this.tables = tables;
        this.connection = connection;
        this.settings = settings;
    }

    /** Returns the id of this instance: another one for each lease. Any thread. */
    String id() {
        return id;
    }

    /** Returns whether it lasts by the clock of this process. Any thread. */
    boolean lasts() {
        return System.nanoTime() - endNanos < 0;
    }

    /** Returns whether there is a row of this instance, as far as it knows. */
    boolean isTaken() {
        return taken;
    }

    /** Takes a new one, as a consumer of queues. */
    void take(List<Integer> queues) throws SQLException {
        String fresh = newId();
        long now = System.nanoTime();
        connection.change(c -> {
            tables.insert(c, fresh, settings);
            for (int queue : queues) {
                tables.consume(c, queue, fresh);
            }
        });
        id = fresh;
        taken = true;
        endNanos = now + settings.lease().toNanos();
    }

    /**
     * Has it last from now on, and returns all instances. It is not {@linkplain #isTaken() taken} any more if it had ended: others
     * may have taken the lanes.
     */
    List<InstanceRow> renew(long nowNanos) throws SQLException {
        List<InstanceRow> instances = connection.update(c -> tables.renew(c, id, settings));
        taken = instances.stream().anyMatch(instance -> instance.id().equals(id));
        endNanos = taken ? nowNanos + settings.lease().toNanos() : System.nanoTime();
        return instances;
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }
}
