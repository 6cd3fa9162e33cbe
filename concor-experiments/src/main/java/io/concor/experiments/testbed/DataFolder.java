package io.concor.experiments.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of data that is needed only for an attempt, and files that hold what took hours. */
final class DataFolder {

    private DataFolder() {}

    /** One in that folder, with a name of its own: a run that was killed may have left another. */
    static Path makeIn(Path parent) {
        try {
            return Files.createTempDirectory(Files.createDirectories(parent), "data-");
        } catch (IOException impossible) {
            throw new ExperimentException("No folder can be made in " + parent, impossible);
        }
    }

    /** Deletes it. What resists stays until the build is cleaned: hours of measuring are not to end for it. */
    static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException kept) {
            // as said above
        }
    }
}
