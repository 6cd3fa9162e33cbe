package io.concor.experiments.clientqueues.report;

import io.concor.benchmarks.report.ReportFile;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.QueuesSecond;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the seconds of loads into a folder: for each process a file with a line for each second, in microseconds. */
final class RawFiles {

    private static final List<String> CALLS = List.of("send", "list", "receive");
    private static final String COLUMNS =
            "second,requests,errors,send,list,receive,send_mean,list_mean,receive_mean,mean,p50,p99,max";

    private final Path folder;

    RawFiles(Path folder) {
        this.folder = folder;
    }

    /** Writes the seconds of a load. Returns the names of the files. */
    List<String> write(String name, LoadSummary load) {
        List<String> files = new ArrayList<>();
        for (ProcessLoad process : load.processes()) {
            String file = name + (load.processes().size() == 1 ? "" : "-process-" + (files.size() + 1)) + ".csv";
            writeText(file, csv(process.statistics().timeline()));
            files.add(file);
        }
        return files;
    }

    private void writeText(String file, String text) {
        try {
            ReportFile.write(folder.resolve(file), text);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write " + folder.resolve(file), impossible);
        }
    }

    /** Writes the tables of an experiment. */
    void writePage(String name, String markdown) {
        writeText(name + ".md", markdown);
    }

    static String csv(List<QueuesSecond> seconds) {
        return Stream.concat(Stream.of(COLUMNS), seconds.stream().map(RawFiles::line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(QueuesSecond second) {
        List<Object> figures = new ArrayList<>(List.of(second.second(), second.requests(), second.errors()));
        CALLS.forEach(call -> figures.add(count(second.calls(), call)));
        CALLS.forEach(call -> figures.add(mean(second, call)));
        LatencySummary all = second.latencies();
        figures.addAll(List.of(all.meanMicros(), all.p50Micros(), all.p99Micros(), all.maxMicros()));
        return figures.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static long count(Map<String, Long> figures, String call) {
        return figures.getOrDefault(call, 0L);
    }

    private static long mean(QueuesSecond second, String call) {
        long requests = count(second.calls(), call);
        return requests == 0 ? 0 : count(second.callMicros(), call) / requests;
    }
}
