package io.concor.experiments.durable.concor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;

/**
 * A flow with one durable slot. Options: {@code threads}, {@code order} ({@code key}, {@code queue}, {@code none} or {@code batch}),
 * {@code transaction}: whether events are put in transactions of their callers, and {@code queues}: how many such flows.
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
        return "Concor, order %s, %s".formatted(order, order.pool(threads(options)));
    }

    private static int threads(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("threads", Integer.toString(THREADS)));
    }
}
