package io.concor.experiments.clientqueues.testbed;

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

/** The seconds of a load as comma-separated values: a line for each second, in microseconds. */
public final class SecondsFile {

    private static final List<String> CALLS = List.of("send", "list", "receive");
    private static final String COLUMNS =
            "second,requests,errors,send,list,receive,send_mean,list_mean,receive_mean,mean,p50,p99,max";

    private SecondsFile() {}

    /** Writes a file. */
    public static void write(Path file, List<QueuesSecond> seconds) {
        try {
            ReportFile.write(file, csv(seconds));
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot write " + file, impossible);
        }
    }

    private static String csv(List<QueuesSecond> seconds) {
        return Stream.concat(Stream.of(COLUMNS), seconds.stream().map(SecondsFile::line))
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
