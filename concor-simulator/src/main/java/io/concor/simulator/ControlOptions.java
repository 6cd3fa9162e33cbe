package io.concor.simulator;

import io.concor.simulator.control.ControlRequest;
import io.concor.simulator.control.LayoutHistory;
import io.concor.simulator.control.LayoutHistoryReader;
import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.LoadProfile;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for control requests and layout changes. */
final class ControlOptions {

    @Option(
            names = "--at",
            paramLabel = "'TIME=METHOD URL [JSON]'",
            converter = ControlRequestConverter.class,
            description = "Control request, sent once at this time of the run, for example to change the layout:"
                    + " --at '30s=POST http://host/actuator/concorslots/flow/slot {\"threads\":8}'. Repeatable.")
    private List<ControlRequest> requests = List.of();

    @Option(
            names = "--changes",
            paramLabel = "URL",
            description = "Endpoint of the recorded layout changes, read at the end:"
                    + " http://host/actuator/concorchanges/flow.")
    private @Nullable URI changes;

    @Option(
            names = "--at-header",
            paramLabel = "'NAME: VALUE'",
            description = "Header of each request of --at and --changes. Repeatable.")
    private String[] headers = {};

    /** Validates the options and returns the plan. */
    ControlPlan plan(LoadProfile profile, OptionValidator validator) {
        if (headers.length > 0 && requests.isEmpty() && changes == null) {
            throw validator.invalid("--at-header requires --at or --changes");
        }
        Map<String, String> parsedHeaders = HeaderParser.parse("--at-header", headers, validator);
        requests.forEach(request -> validate(request, parsedHeaders, profile, validator));
        return new ControlPlan(requests, parsedHeaders, historyReader(parsedHeaders, validator));
    }

    private static void validate(
            ControlRequest request, Map<String, String> headers, LoadProfile profile, OptionValidator validator) {
        if (request.at().toSeconds() >= profile.seconds()) {
            throw validator.invalid("--at is %d ms: it must be before the end of the run at %d s"
                    .formatted(request.at().toMillis(), profile.seconds()));
        }
        rejectUserInfo("--at", request.url(), validator);
        try {
            request.toHttpRequest(headers);
        } catch (IllegalArgumentException e) {
            throw validator.invalid("--at %s %s with --at-header is invalid: %s"
                    .formatted(request.method(), request.url(), e.getMessage()));
        }
    }

    /** The HTTP client would not send the password, and the results would contain it. */
    private static void rejectUserInfo(String option, URI url, OptionValidator validator) {
        if (RequestTarget.hasUserInfo(url)) {
            throw validator.invalid(option
                    + ": the URL contains a user name or password: use --at-header 'Authorization: ...' instead");
        }
    }

    /** Reads the history once before the run, so that a run does not end without it. */
    private @Nullable LayoutHistoryReader historyReader(Map<String, String> parsedHeaders, OptionValidator validator) {
        if (changes == null) {
            return null;
        }
        rejectUserInfo("--changes", changes, validator);
        LayoutHistoryReader reader = createReader(changes, parsedHeaders, validator);
        LayoutHistory history = reader.since(Instant.now());
        if (history.error() != null) {
            throw validator.invalid("--changes %s cannot be read: %s".formatted(changes, history.errorText()));
        }
        return reader;
    }

    private static LayoutHistoryReader createReader(
            URI url, Map<String, String> parsedHeaders, OptionValidator validator) {
        try {
            return new LayoutHistoryReader(url, parsedHeaders);
        } catch (IllegalArgumentException e) {
            throw validator.invalid("--changes %s with --at-header is invalid: %s".formatted(url, e.getMessage()));
        }
    }
}
