package io.concor.simulator;

import io.concor.simulator.mark.Mark;
import io.concor.simulator.mark.Marks;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What is sent beside the load. */
final class MarkOptions {

    @Option(
            names = "--at",
            paramLabel = "'TIME=METHOD URL [JSON]'",
            converter = MarkConverter.class,
            description =
                    "A request to be sent once, so long after the start, and noted with its answer; for changes of the"
                            + " layout: --at '30s=POST http://host/actuator/concorslots/flow/slot {\"threads\":8}'. May be said"
                            + " again.")
    private List<Mark> marks = List.of();

    @Option(names = "--at-header", paramLabel = "'NAME: VALUE'", description = "A header of each of these.")
    private String[] headers = {};

    Map<String, String> headers(Bounds bounds) {
        return Headers.parse("--at-header", headers, bounds);
    }

    Marks start(Map<String, String> parsedHeaders, long startNanos) {
        return new Marks(marks, parsedHeaders, startNanos);
    }
}
