package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.ReportFile;
import io.concor.experiments.clientqueues.testbed.SecondsFile;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the seconds of loads into a folder, a file for each process, and tables. */
final class RawFiles {

    private final Path folder;

    RawFiles(Path folder) {
        this.folder = folder;
    }

    /** Writes the seconds of a load. Returns the names of the files. */
    List<String> write(String name, LoadSummary load) {
        List<String> files = new ArrayList<>();
        for (ProcessLoad process : load.processes()) {
            String file = name + (load.processes().size() == 1 ? "" : "-process-" + (files.size() + 1)) + ".csv";
            SecondsFile.write(folder.resolve(file), process.statistics().timeline());
            files.add(file);
        }
        return files;
    }

    /** Writes the tables of an experiment. */
    void writePage(String name, String markdown) {
        Path file = folder.resolve(name + ".md");
        try {
            ReportFile.write(file, markdown);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write " + file, impossible);
        }
    }
}
