package io.concor.experiments.durable;

import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.simulator.OptionValidator;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that choose the program under test and its database. */
final class SubjectOptions {

    @Option(
            names = "--subject",
            required = true,
            paramLabel = "NAME",
            description =
                    "The program: concor, batch, lane, lease, outbox, wrong, db-scheduler, jobrunr, dbos, integration, listener,"
                            + " modulith, or the name of a class that implements SubjectProgram.")
    private String name = "";

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description = "An option of the program; may be repeated. All programs have putters (threads that put) and"
                    + " task-millis (what the task waits before it writes).")
    private Map<String, String> options = Map.of();

    @Option(
            names = "--database",
            defaultValue = "postgres",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private DatabaseKind database = DatabaseKind.postgres;

    /** Returns the class of the program. Rejects one that is unknown. */
    String program(OptionValidator validator) {
        return SubjectNames.program("--subject", name, validator);
    }

    Map<String, String> options() {
        return options;
    }

    DatabaseKind database() {
        return database;
    }
}
