package io.concor.experiments.options;

import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the root of the repository. */
public final class RootOption {

    @Option(
            names = "--root",
            paramLabel = "FOLDER",
            defaultValue = ".",
            description = "Root of the repository, with the built modules. Default: the current folder.")
    private Path root = Path.of("");

    /** Returns the location of a path that is relative to the root. */
    Path resolve(Path path) {
        return root.resolve(path);
    }

    /** Returns the locations of the repository, with logs and data among the builds. */
    public Workspace workspace() {
        return workspace(Path.of("concor-experiments/target"));
    }

    /** Returns the locations of the repository, with a folder for logs and data that is relative to the root. */
    Workspace workspace(Path folder) {
        return new Workspace(root, resolve(folder));
    }
}
