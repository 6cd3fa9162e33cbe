package io.concor.experiments.durable.subject;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a call of the {@link EffectTask} does before it writes. Thread-safe. */
public interface BeforeEffect {

    /** The option for {@link #pause}. */
    String OPTION_PAUSE = "task-millis";

    /** @throws SQLException fails the call */
    void happens(List<Event> events) throws SQLException;

    /** Waits as long as the option {@value #OPTION_PAUSE} says. */
    static BeforeEffect pause(SubjectSettings settings) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(settings.number(OPTION_PAUSE, 0));
        return events -> park(System.nanoTime() + nanos);
    }

    private static void park(long until) {
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Never ends. */
    static BeforeEffect endless() {
        return events -> {
            while (true) {
                LockSupport.park();
            }
        };
    }

    /** Fails the first attempt in this process of a share of the events, of whatever key. */
    static BeforeEffect failure(int percent) {
        Set<Long> failed = ConcurrentHashMap.newKeySet();
        return events -> {
            for (Event event : events) {
                if (draw(event) < percent && failed.add(event.number())) {
                    throw new SQLException("Event %d fails once".formatted(event.number()));
                }
            }
        };
    }

    /** Returns a number below 100 that looks random and is always the same for an event. */
    private static long draw(Event event) {
        return (event.number() * 0x9E3779B97F4A7C15L >>> 33) % 100;
    }
}
