package io.concor.experiments.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders for the data of one attempt. */
public final class DataFolder {

    private DataFolder() {}

    /** Creates a folder with a unique name: a killed run may have left its own. */
    public static Path createIn(Path parent) {
        try {
            return Files.createTempDirectory(Files.createDirectories(parent), "data-");
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot create a folder in " + parent, impossible);
        }
    }

    /**
     * Deletes a folder. Files that cannot be deleted remain until the build is cleaned, so that they do not end a long
     * experiment.
     */
    public static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException kept) {
            // the remaining files do no harm
        }
    }
}
