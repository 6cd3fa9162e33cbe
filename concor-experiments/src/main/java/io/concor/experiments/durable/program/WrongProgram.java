package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.SubjectSettings;

/**
 * The batch consumer with the option {@code flaw}, which the checker must find: {@code removes-before-the-effect}, {@code
 * removes-after-the-effect}, {@code accepts-before-the-commit} or {@code repeats-an-unknown-put}.
 */
public final class WrongProgram extends WorkProgram {

    public WrongProgram() {
        super("id");
    }

    @Override
    Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch) {
        return switch (settings.text("flaw", "")) {
            case "removes-before-the-effect" -> WrongConsumption.removesBeforeTheEffect(table, task, batch);
            case "removes-after-the-effect" -> WrongConsumption.removesAfterTheEffect(table, task, batch);
            default -> new BatchConsumption(table, task, batch);
        };
    }

    @Override
    Insertion insertion(WorkTable table, HikariDataSource pool, SubjectSettings settings) {
        return switch (settings.text("flaw", "")) {
            case "accepts-before-the-commit" -> Insertion.acceptedBeforeTheCommit(table, pool);
            case "repeats-an-unknown-put" -> Insertion.repeated(table, pool);
            default -> Insertion.committed(table, pool);
        };
    }
}
