package io.concor.experiments.report;

import io.concor.benchmarks.report.ReportFile;
import io.concor.experiments.result.BatchSizesResult;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores the results of experiments as JSON files, from which the tables are generated.
 *
 * @param folder folder of the results and plots
 */
public record ResultArchive(Path folder) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Stores a result and replaces an earlier one with this name. */
    public void keep(String name, Object result) {
        write(name + ".json", file -> ReportFile.writeJson(file, result));
    }

    /** Stores a result of experiment 2 and replaces an earlier one of this database and rate. */
    public void keep(SwitchingResult result) {
        Stream<SwitchingResult> others = switchings().stream()
                .filter(kept -> kept.database() == result.database() && kept.rate() != result.rate());
        keep(
                SwitchingResult.name(result.database()),
                Stream.concat(others, Stream.of(result)).toList());
    }

    /** Stores a plot. */
    public void draw(String name, String svg) {
        write(name + ".svg", file -> ReportFile.write(file, svg));
    }

    /** Returns the page in the folder, for tables that the page next to the folder omits. */
    Path page() {
        return folder.resolve("README.md");
    }

    /** Returns the path of a plot relative to the page next to the folder. */
    String plot(String name) {
        return "%s/%s.svg".formatted(folder.getFileName(), name);
    }

    /** Returns the results of experiment 1, ordered by case and database. */
    List<CaseResult> cases() {
        return all("case-*.json", CaseResult.class).stream()
                .sorted(Comparator.comparing(CaseResult::name))
                .toList();
    }

    public Optional<CaseResult> find(Case which, @Nullable Database database) {
        String name = CaseResult.name(which, database);
        return cases().stream().filter(result -> result.name().equals(name)).findAny();
    }

    /** Returns the results of cost measurements, ordered by case and database. */
    List<CostResult> costs() {
        return all("cost-*.json", CostResult.class).stream()
                .sorted(Comparator.comparing(CostResult::name))
                .toList();
    }

    /** Returns the results of experiment 2, ordered by database and rate. */
    List<SwitchingResult> switchings() {
        return all("switching-*.json", SwitchingResult[].class).stream()
                .flatMap(Stream::of)
                .sorted(Comparator.comparing(SwitchingResult::database).thenComparing(SwitchingResult::rate))
                .toList();
    }

    /** Returns the result of a writer with batches of many sizes. */
    Optional<BatchSizesResult> batchSizes() {
        return all(BatchSizesResult.NAME + ".json", BatchSizesResult.class).stream()
                .findAny();
    }

    /** Returns the results of a day's load, with and without a killed database. */
    List<DayResult> days() {
        return all("day*.json", DayResult.class).stream()
                .sorted(Comparator.comparing(DayResult::killed))
                .toList();
    }

    private <T> List<T> all(String names, Class<T> type) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<T> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            var matcher = folder.getFileSystem().getPathMatcher("glob:" + names);
            files.filter(file -> matcher.matches(file.getFileName())).forEach(file -> all.add(read(file, type)));
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read " + folder, unreadable);
        }
        return all;
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            return JSON.readValue(file.toFile(), type);
        } catch (JacksonException other) {
            throw new ExperimentException(
                    "%s is not a result of an experiment: delete it and repeat the experiment".formatted(file), other);
        }
    }

    private void write(String name, Content content) {
        try {
            content.write(Files.createDirectories(folder).resolve(name));
        } catch (IOException unwritable) {
            throw new ExperimentException("Cannot write %s to %s".formatted(name, folder), unwritable);
        }
    }

    /** What a file contains. */
    @FunctionalInterface
    private interface Content {

        void write(Path file) throws IOException;
    }
}
