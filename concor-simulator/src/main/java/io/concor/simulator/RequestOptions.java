package io.concor.simulator;

import io.concor.simulator.http.Target;
import io.concor.simulator.load.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where requests go and what is in them. */
final class RequestOptions {

    private static final int MOST_MSISDNS = 100_000_000;
    private static final long MOST_MSISDN = 999_999_999_999_999L;

    @Parameters(paramLabel = "URL", description = "Where requests go: http://host:port/path.")
    private URI url = URI.create("");

    @Option(names = "--method", description = "HTTP method; POST if there is a body, otherwise GET.")
    private @Nullable String method;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'",
            description = "A header of each request; may be said again.")
    private String[] headers = {};

    @Option(
            names = {"-d", "--body"},
            description = "Body of each request. {{id}} (which the receiver finds again), {{counter}} (1, 2, 3..) and"
                    + " {{msisdn}} (one of a pool, at random, each place another) are filled in; {{id:12}} has 12 digits at"
                    + " least.")
    private @Nullable String body;

    @Option(names = "--body-file", paramLabel = "FILE", description = "The same from a file.")
    private @Nullable Path bodyFile;

    @Option(
            names = "--content-type",
            defaultValue = "application/json",
            description = "Content type of bodies (default: ${DEFAULT-VALUE}).")
    private String contentType = "";

    @Option(
            names = "--first-msisdn",
            defaultValue = "94770000000",
            description = "First telephone number of the pool (default: ${DEFAULT-VALUE}).")
    private long firstMsisdn;

    @Option(
            names = "--msisdns",
            defaultValue = "10000",
            description = "How many telephone numbers are in the pool (default: ${DEFAULT-VALUE}).")
    private int msisdns;

    URI url() {
        return url;
    }

    Target target(Bounds bounds) {
        boolean bodiless = body == null && bodyFile == null;
        if (method != null && !method.equals(method.toUpperCase(Locale.ROOT))) {
            throw bounds.refused("--method is '%s': HTTP methods are written in capitals".formatted(method));
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (!bodiless) {
            all.put("Content-Type", contentType);
        }
        all.putAll(Headers.parse("--header", headers, bounds));
        try {
            return new Target(url, method != null ? method : bodiless ? "GET" : "POST", all);
        } catch (IllegalArgumentException unusable) {
            throw bounds.refused(String.valueOf(unusable.getMessage()));
        }
    }

    Template template(Bounds bounds) {
        if (firstMsisdn < 1 || firstMsisdn > MOST_MSISDN) {
            throw bounds.refused("--first-msisdn is %d: it must be 1 to %d".formatted(firstMsisdn, MOST_MSISDN));
        }
        try {
            return new Template(text(bounds), firstMsisdn, bounds.within("--msisdns", msisdns, 1, MOST_MSISDNS));
        } catch (IllegalArgumentException unknown) {
            throw bounds.refused(String.valueOf(unknown.getMessage()));
        }
    }

    private String text(Bounds bounds) {
        if (body != null && bodyFile != null) {
            throw bounds.refused("--body and --body-file are both given: one of them is the body");
        }
        if (bodyFile == null) {
            return body == null ? "" : body;
        }
        try {
            return Files.readString(bodyFile);
        } catch (IOException unreadable) {
            throw bounds.refused("--body-file %s cannot be read: %s".formatted(bodyFile, unreadable));
        }
    }
}
