package io.concor.simulator;

import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.mark.ControlRequest;
import io.concor.simulator.mark.LayoutHistory;
import io.concor.simulator.mark.LayoutHistoryReader;
import io.concor.simulator.mark.ServiceText;
import io.concor.simulator.profile.LoadProfile;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is sent beside the load. */
final class ControlOptions {

    @Option(
            names = "--at",
            paramLabel = "'TIME=METHOD URL [JSON]'",
            converter = ControlRequestConverter.class,
            description =
                    "A request to be sent once, so long after the start, and noted with its answer; for changes of the"
                            + " layout: --at '30s=POST http://host/actuator/concorslots/flow/slot {\"threads\":8}'. May be said"
                            + " again.")
    private List<ControlRequest> marks = List.of();

    @Option(
            names = "--changes",
            paramLabel = "URL",
            description =
                    "Where the service tells the history of its layout: http://host/actuator/concorchanges/flow. It is"
                            + " read at the end, and what was changed during the run, by whomever, is noted.")
    private @Nullable URI changes;

    @Option(
            names = "--at-header",
            paramLabel = "'NAME: VALUE'",
            description = "A header of each of these requests; may be said again.")
    private String[] headers = {};

    /** What is to be sent, and when; refuses what never could be. */
    ControlPlan besideLoad(LoadProfile profile, OptionValidator bounds) {
        if (headers.length > 0 && marks.isEmpty() && changes == null) {
            throw bounds.refused("--at-header is given, and nothing that it could stand in: say --at or --changes too");
        }
        Map<String, String> parsedHeaders = HeaderParser.parse("--at-header", headers, bounds);
        marks.forEach(mark -> check(mark, parsedHeaders, profile, bounds));
        return new ControlPlan(marks, parsedHeaders, history(parsedHeaders, bounds));
    }

    private static void check(
            ControlRequest mark, Map<String, String> headers, LoadProfile profile, OptionValidator bounds) {
        if (mark.at().toSeconds() >= profile.seconds()) {
            throw bounds.refused("--at %d ms is not before the end of the run, which lasts %d s"
                    .formatted(mark.at().toMillis(), profile.seconds()));
        }
        refuseUser("--at", mark.url(), bounds);
        try {
            mark.request(headers);
        } catch (IllegalArgumentException impossible) {
            throw bounds.refused("--at %s %s cannot be sent, with what --at-header says: %s"
                    .formatted(mark.method(), mark.url(), impossible.getMessage()));
        }
    }

    /** It would be in the results, and not be sent. */
    private static void refuseUser(String option, URI url, OptionValidator bounds) {
        if (RequestTarget.holdsUser(url)) {
            throw bounds.refused(
                    option + ": the URL holds a name or password: give --at-header 'Authorization: ...' in its place");
        }
    }

    /** Read once before the run, so that none begins that cannot tell at its end what it was asked for. */
    private @Nullable LayoutHistoryReader history(Map<String, String> parsedHeaders, OptionValidator bounds) {
        if (changes == null) {
            return null;
        }
        refuseUser("--changes", changes, bounds);
        LayoutHistoryReader reader = reader(changes, parsedHeaders, bounds);
        LayoutHistory present = reader.since(Instant.now());
        if (present.error() != null) {
            throw bounds.refused(
                    "--changes %s cannot be read: %s".formatted(changes, ServiceText.printable(present.error())));
        }
        return reader;
    }

    private static LayoutHistoryReader reader(URI url, Map<String, String> parsedHeaders, OptionValidator bounds) {
        try {
            return new LayoutHistoryReader(url, parsedHeaders);
        } catch (IllegalArgumentException impossible) {
            throw bounds.refused("--changes %s cannot be asked for, with what --at-header says: %s"
                    .formatted(url, impossible.getMessage()));
        }
    }
}
