package io.concor.experiments.durable.check;

import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.StudyWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Short checks on embedded PostgreSQL. */
final class CheckerRun {

    private final List<String> lines = new ArrayList<>();
    private final Path folder;
    private Database database = Database.postgres;
    private int instances = 2;
    private int keys = 50;

    CheckerRun(Path folder) {
        this.folder = folder;
    }

    CheckerRun instances(int number) {
        instances = number;
        return this;
    }

    CheckerRun keys(int number) {
        keys = number;
        return this;
    }

    CheckerRun on(Database kind) {
        database = kind;
        return this;
    }

    List<String> lines() {
        return lines;
    }

    CheckReport run(Class<? extends SubjectProgram> program, Map<String, String> options, String... faults)
            throws IOException {
        CheckSettings settings = new CheckSettings(
                program.getName(),
                options,
                database,
                instances,
                keys,
                2000,
                1000,
                Stream.of(faults).map(FaultCount::parse).toList(),
                Duration.ofMillis(300),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
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
