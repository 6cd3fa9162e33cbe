package io.concor.experiments.testbed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where everything is.
 *
 * @param root of the repository
 * @param folder for logs, data and the simulator's results
 */
public record Workspace(Path root, Path folder) {

    private static final String BUILD = "build it from the root of the repository by: mvn -q -Pexperiments";

    /** Fails where something is not built, before anything is started. */
    public void check(SampleApplication sample, @Nullable Database database) {
        jar(sample);
        if (database != null) {
            classPathOfDatabases();
        }
    }

    /** The executable jar of a sample. */
    Path jar(SampleApplication sample) {
        return jars(root.resolve(sample.module()).resolve("target")).stream()
                .filter(jar -> jar.getFileName().toString().matches(sample.module() + "-[0-9].*(?<!-sources)\\.jar"))
                .max(Comparator.comparing(jar -> jar.toFile().lastModified()))
                .orElseThrow(() -> new ExperimentException(
                        "%s has no jar in %s; %s".formatted(sample.module(), root.toAbsolutePath(), BUILD)));
    }

    /** For what one attempt of an experiment writes. */
    public Path folder(String experiment, String attempt) {
        return folder.resolve(experiment).resolve(attempt).toAbsolutePath();
    }

    /** A class path with the programmes of the databases behind this JVM's own. */
    String classPathOfDatabases() {
        Path databases = root.resolve("concor-experiments/target/databases");
        if (jars(databases).isEmpty()) {
            throw new ExperimentException("There are no databases in %s; %s".formatted(databases, BUILD));
        }
        return classPath() + File.pathSeparator + databases.toAbsolutePath() + "/*";
    }

    /** This JVM's own, for others that are started elsewhere. */
    static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Programmes of a database, which are unpacked once. */
    Path programmes(Database database) {
        return folder.resolve("programmes").resolve(database.name()).toAbsolutePath();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static List<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read " + folder, unreadable);
        }
    }
}
