package io.concor.experiments.durable.check;

import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.testbed.StudyWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Short checks on embedded PostgreSQL. */
public final class CheckerRun {

    private final List<String> lines = new ArrayList<>();
    private final Path folder;
    private DatabaseKind database = DatabaseKind.postgres;
    private int rate = 1000;
    private Duration patience = Duration.ofSeconds(3);
    private int instances = 2;
    private int keys = 50;

    public CheckerRun(Path folder) {
        this.folder = folder;
    }

    public CheckerRun instances(int number) {
        instances = number;
        return this;
    }

    CheckerRun keys(int number) {
        keys = number;
        return this;
    }

    CheckerRun on(DatabaseKind kind) {
        database = kind;
        return this;
    }

    /** @param perSecond events for each instance */
    public CheckerRun rate(int perSecond) {
        rate = perSecond;
        return this;
    }

    public CheckerRun patienceSeconds(int seconds) {
        patience = Duration.ofSeconds(seconds);
        return this;
    }

    List<String> lines() {
        return lines;
    }

    public CheckReport run(Class<? extends SubjectProgram> program, Map<String, String> options, String... faults)
            throws IOException {
        CheckSettings settings = new CheckSettings(
                program.getName(),
                options,
                database,
                instances,
                keys,
                2 * rate,
                rate,
                Stream.of(faults).map(FaultCount::parse).toList(),
                Duration.ofMillis(300),
                Duration.ofSeconds(2),
                patience,
                0,
                4711,
                folder.resolve("check"));
        return new Checker(settings, StudyWorkspace.in(folder).workspace(), line -> {
                    lines.add(line);
                    System.out.println(line);
                })
                .run();
    }
}
