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
 * Locations of the builds, logs and data.
 *
 * @param root root of the repository
 * @param folder folder for logs, data and results of the simulator
 */
public record Workspace(Path root, Path folder) {

    private static final String BUILD = "build it in the root of the repository with: mvn -q -Pexperiments";

    /** Launches the same application as its jar, with more on its class path. */
    private static final String PROPERTIES_LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    /** Fails if the sample or the databases are not built. */
    public void check(SampleApplication sample, @Nullable Database database) {
        jar(sample);
        if (database != null) {
            databaseClassPath();
        }
    }

    /** Returns the executable jar of a sample. */
    Path jar(SampleApplication sample) {
        return jar(sample.module());
    }

    /** Returns the executable jar of a module. Fails if it is not built. */
    public Path jar(String module) {
        return jars(root.resolve(module).resolve("target")).stream()
                .filter(jar -> jar.getFileName().toString().matches(module + "-[0-9].*(?<!-sources)\\.jar"))
                .max(Comparator.comparing(jar -> jar.toFile().lastModified()))
                .orElseThrow(() -> new ExperimentException(
                        "%s has no jar in %s; %s".formatted(module, root.toAbsolutePath(), BUILD)));
    }

    /** Returns the options of a JVM that launch an application. */
    List<String> launch(TestbedSettings settings) {
        String jar = jar(settings.sample()).toAbsolutePath().toString();
        return settings.runsClassesOfThisModule()
                ? List.of("-Dloader.path=" + classes(), "-cp", jar, PROPERTIES_LAUNCHER)
                : List.of("-jar", jar);
    }

    /** Returns the classes of this module: the samples load those of its packages plants and twin. */
    private Path classes() {
        Path classes = root.resolve("concor-experiments/target/classes").toAbsolutePath();
        if (!Files.isDirectory(classes)) {
            throw new ExperimentException("There are no classes in %s; %s".formatted(classes, BUILD));
        }
        return classes;
    }

    /** Returns the folder for the files of one attempt. */
    public Path folder(String experiment, String attempt) {
        return folder.resolve(experiment).resolve(attempt).toAbsolutePath();
    }

    /** Returns the class path of this JVM and the database binaries. */
    public String databaseClassPath() {
        Path databases = root.resolve("concor-experiments/target/databases");
        if (jars(databases).isEmpty()) {
            throw new ExperimentException("There are no databases in %s; %s".formatted(databases, BUILD));
        }
        return classPath() + File.pathSeparator + databases.toAbsolutePath() + "/*";
    }

    /** Returns the class path of this JVM with absolute paths. */
    public static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the folder into which the binaries of a database are unpacked once. */
    public Path binaries(Database database) {
        return folder.resolve("binaries").resolve(database.name()).toAbsolutePath();
    }

    public static String java() {
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
