package io.concor.experiments.durable.program;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.SubjectSettings;

/**
 * The upper bound: a consumer with {@code FOR UPDATE SKIP LOCKED}. Options: {@code batch} and {@code workers}. It keeps
 * no order.
 */
public final class BatchProgram extends WorkProgram {

    public BatchProgram() {
        super("id");
    }

    @Override
    Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch) {
        return new BatchConsumption(table, task, batch);
    }
}
