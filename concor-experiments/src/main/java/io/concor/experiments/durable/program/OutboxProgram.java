package io.concor.experiments.durable.program;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.util.Map;

/** Puts only: the cost of a plain INSERT into an outbox, which nobody reads. */
public final class OutboxProgram extends WorkProgram {

    public OutboxProgram() {
        super("id");
    }

    @Override
    Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch) {
        return connection -> 0;
    }

    @Override
    int workers(Map<String, String> options) {
        return 0;
    }

    @Override
    public String description(Map<String, String> options) {
        return "puts only";
    }
}
