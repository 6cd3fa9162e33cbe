package io.concor.experiments.durable.concor;

import io.concor.QueueKind;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Locale;
import java.util.Map;

/**
 * A flow with one slot. Options: {@code queue} ({@code durable}, or {@code remote}: in a broker, with effects in the database), {@code threads}, {@code order} ({@code key}, {@code queue}, {@code none} or {@code batch}),
 * {@code transaction}: whether events are put in transactions of their callers, {@code queues}: how many such flows, and of remote queues
 * {@code partitions} and {@code effects} ({@code none}: nothing is written into the database).
 */
public final class ConcorProgram implements SubjectProgram {

    private static final int THREADS = 2;

    @Override
    public void createTables(Connection connection, SubjectSettings settings) {
        // the store creates its own
    }

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new ConcorSubject(settings, task, threads(settings.options()));
    }

    @Override
    public boolean keepsOrderOfKeys(Map<String, String> options) {
        return SlotOrder.of(options).keepsOrderOfKeys();
    }

    @Override
    public String description(Map<String, String> options) {
        SlotOrder order = SlotOrder.of(options);
        return "Concor, order %s, %s"
                .formatted(order, order.pool(threads(options)).queue(queue(options)));
    }

    @Override
    public boolean needsBroker(Map<String, String> options) {
        return queue(options) == QueueKind.REMOTE;
    }

    static QueueKind queue(Map<String, String> options) {
        return QueueKind.valueOf(
                options.getOrDefault("queue", QueueKind.DURABLE.name()).toUpperCase(Locale.ROOT));
    }

    private static int threads(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("threads", Integer.toString(THREADS)));
    }
}
