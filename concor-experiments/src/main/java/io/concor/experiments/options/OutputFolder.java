package io.concor.experiments.options;

import io.concor.simulator.OptionValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the folder into which a command writes. */
public final class OutputFolder {

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description =
                    "Folder for tables, if there are any, and the seconds of each load. Default: ${DEFAULT-VALUE}.")
    private Path output;

    /** @param otherwise the folder if none is given */
    public OutputFolder(String otherwise) {
        output = Path.of(otherwise);
    }

    /** Returns the folder, which is there then. Rejects one into which nothing can be written. */
    public Path require(OptionValidator validator) {
        try {
            Files.createDirectories(output);
            Files.delete(Files.createTempFile(output, null, null));
            return output;
        } catch (IOException e) {
            throw validator.invalid("--output is " + output + ": it must be a writable folder; " + e);
        }
    }
}
