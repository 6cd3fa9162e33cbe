package io.concor.experiments.durable;

import io.concor.experiments.durable.anchor.DbSchedulerProgram;
import io.concor.experiments.durable.anchor.DbosProgram;
import io.concor.experiments.durable.anchor.IntegrationProgram;
import io.concor.experiments.durable.anchor.JobRunrProgram;
import io.concor.experiments.durable.anchor.ModulithProgram;
import io.concor.experiments.durable.broker.ListenerProgram;
import io.concor.experiments.durable.concor.ConcorProgram;
import io.concor.experiments.durable.program.BatchProgram;
import io.concor.experiments.durable.program.LaneProgram;
import io.concor.experiments.durable.program.LeaseProgram;
import io.concor.experiments.durable.program.OutboxProgram;
import io.concor.experiments.durable.program.WrongProgram;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.simulator.OptionValidator;
import java.util.Map;
import java.util.TreeSet;

/** Short names of the programs of this module. */
final class SubjectNames {

    private static final Map<String, Class<?>> CLASSES = Map.ofEntries(
            Map.entry("batch", BatchProgram.class),
            Map.entry("concor", ConcorProgram.class),
            Map.entry("db-scheduler", DbSchedulerProgram.class),
            Map.entry("dbos", DbosProgram.class),
            Map.entry("integration", IntegrationProgram.class),
            Map.entry("jobrunr", JobRunrProgram.class),
            Map.entry("lane", LaneProgram.class),
            Map.entry("lease", LeaseProgram.class),
            Map.entry("listener", ListenerProgram.class),
            Map.entry("modulith", ModulithProgram.class),
            Map.entry("outbox", OutboxProgram.class),
            Map.entry("wrong", WrongProgram.class));

    private static final String NAMES = new TreeSet<>(CLASSES.keySet()).toString();

    private SubjectNames() {}

    /** Returns the class of a program by its short name or its own. Rejects one that is unknown. */
    static String program(String option, String name, OptionValidator validator) {
        Class<?> known = CLASSES.get(name);
        String program = known == null ? name : known.getName();
        try {
            SubjectArguments.program(program);
            return program;
        } catch (IllegalArgumentException unfit) {
            throw validator.invalid("%s is %s: it must be one of %s, or a class: %s"
                    .formatted(option, name, NAMES, unfit.getMessage()));
        }
    }
}
