package io.concor.experiments.options;

import io.concor.benchmarks.report.MarkdownDocument;
import io.concor.experiments.report.ResultArchive;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.OptionValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the files that an experiment reads and writes. */
public final class PathOptions {

    @Mixin
    private final RootOption root = new RootOption();

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            defaultValue = "concor-experiments/target/experiments",
            description =
                    "Folder for logs and results of the simulator, relative to the root. Default: ${DEFAULT-VALUE}.")
    private Path work = Path.of("");

    @Option(
            names = "--page",
            paramLabel = "FILE",
            defaultValue = "docs/experiments/applications.md",
            description =
                    "Page whose tables are replaced, relative to the root. Figures and plots go to the folder next to"
                            + " it with the same name without extension. Default: ${DEFAULT-VALUE}.")
    private Path page = Path.of("");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /**
     * Returns the page. Rejects one that is missing, has no place for the tables, or whose figures cannot be read or
     * written, so that an experiment of hours does not fail at its end.
     *
     * @param tables names of the tables that the page must have a place for
     */
    public ResultPage page(List<String> tables) {
        Path file = root.resolve(page);
        if (!(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw validator()
                    .invalid(("--page is %s: it must be a writable file; check whether --root is the root of the"
                                    + " repository")
                            .formatted(file));
        }
        List<String> missing = MarkdownDocument.missing(text(file), tables);
        if (!missing.isEmpty()) {
            throw validator()
                    .invalid(("--page is %s: it has no place for %s; use the Java version of its tables, or add"
                                    + " these lines")
                            .formatted(file, missing));
        }
        ResultPage found = new ResultPage(file, new ResultArchive(figures(file.toAbsolutePath())));
        found.tables();
        return found;
    }

    private Path figures(Path file) {
        Path folder = file.resolveSibling(name(file));
        if (folder.equals(file)) {
            throw validator()
                    .invalid(("--page is %s: it must have an extension such as .md, because figures go to a"
                                    + " folder with the name without it")
                            .formatted(page));
        }
        Path written = Files.exists(folder) ? folder : folder.resolveSibling("");
        if (!takesFiles(written)) {
            throw validator()
                    .invalid("--page is %s: the folder for its figures, %s, cannot be written".formatted(page, folder));
        }
        return folder;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read the page %s".formatted(file), unreadable);
        }
    }

    /** Returns the name of a file without its extension. */
    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    }

    public Workspace workspace() {
        return root.workspace(work);
    }

    /** Rejects a folder for logs that cannot be created. */
    public void checkWork() {
        Path folder = root.resolve(work);
        Path there = Stream.iterate(folder.toAbsolutePath(), Path::getParent)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        if (!takesFiles(there)) {
            throw validator().invalid("--work is %s: %s is not a writable folder".formatted(folder, there));
        }
    }

    private static boolean takesFiles(Path folder) {
        return Files.isDirectory(folder) && Files.isWritable(folder);
    }

    public Consumer<String> progress() {
        return line -> {
            spec.commandLine().getOut().println(line);
            spec.commandLine().getOut().flush();
        };
    }

    public OptionValidator validator() {
        return new OptionValidator(spec);
    }
}
