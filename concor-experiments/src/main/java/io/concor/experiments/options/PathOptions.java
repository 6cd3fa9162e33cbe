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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where everything is that an experiment reads and writes. */
public final class PathOptions {

    @Option(
            names = "--root",
            paramLabel = "FOLDER",
            defaultValue = ".",
            description = "The root of the repository, in which everything is built (default: here).")
    private Path root = Path.of("");

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            defaultValue = "concor-experiments/target/experiments",
            description = "Where logs and the simulator's results go (default: ${DEFAULT-VALUE} in the root).")
    private Path work = Path.of("");

    @Option(
            names = "--page",
            paramLabel = "FILE",
            defaultValue = "docs/experiments.md",
            description = "The page whose tables are replaced; figures and plots go to the folder beside it"
                    + " that is called like it (default: ${DEFAULT-VALUE} in the root).")
    private Path page = Path.of("");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /**
     * Refuses a page that is not there, has no place for what is to be measured, or stands beside figures that cannot be
     * read or written, before hours are spent.
     *
     * @param tables names of those that it must have a place for
     */
    public ResultPage page(List<String> tables) {
        Path file = root.resolve(page);
        if (!(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw validator()
                    .invalid("--page %s cannot be written; is --root the root of the repository?".formatted(file));
        }
        List<String> missing = MarkdownDocument.missing(text(file), tables);
        if (!missing.isEmpty()) {
            throw validator()
                    .invalid(
                            "--page %s has no place for %s; use the Java that its tables are made with, or add these lines"
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
                    .invalid("--page %s has no ending such as .md: figures go to a folder called like it, without that"
                            .formatted(page));
        }
        Path written = Files.exists(folder) ? folder : folder.resolveSibling("");
        if (!takesFiles(written)) {
            throw validator().invalid("--page %s: figures go to %s, which cannot be written".formatted(page, folder));
        }
        return folder;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new ExperimentException("The page %s cannot be read".formatted(file), unreadable);
        }
    }

    /** The file's, without its ending. */
    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    }

    public Workspace workplace() {
        return new Workspace(root, root.resolve(work));
    }

    /** Refuses a folder for logs that could not be made. */
    public void checkWork() {
        Path folder = root.resolve(work);
        Path there = Stream.iterate(folder.toAbsolutePath(), Path::getParent)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        if (!takesFiles(there)) {
            throw validator().invalid("--work %s cannot be written: %s is no folder that can".formatted(folder, there));
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
