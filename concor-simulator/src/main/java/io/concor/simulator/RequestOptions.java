package io.concor.simulator;

import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.BodyTemplate;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where requests go and what is in them. */
final class RequestOptions {

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]*");
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

    RequestTarget target(OptionValidator bounds) {
        boolean bodiless = body == null && bodyFile == null;
        if (method != null && !METHOD.matcher(method).matches()) {
            throw bounds.refused("--method is '%s': HTTP methods are written in capitals, like POST".formatted(method));
        }
        if ("CONNECT".equals(method)) {
            throw bounds.refused("--method is CONNECT: that asks for a tunnel, which is no load");
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (!bodiless) {
            all.put("Content-Type", contentType);
        }
        all.putAll(HeaderParser.parse("--header", headers, bounds));
        try {
            return new RequestTarget(url, method != null ? method : bodiless ? "GET" : "POST", all);
        } catch (IllegalArgumentException unusable) {
            throw bounds.refused(String.valueOf(unusable.getMessage()));
        }
    }

    BodyTemplate template(OptionValidator bounds) {
        bounds.within("--msisdns", msisdns, 1, MOST_MSISDNS);
        long mostFirst = MOST_MSISDN - msisdns + 1;
        if (firstMsisdn < 1 || firstMsisdn > mostFirst) {
            throw bounds.refused("--first-msisdn is %d: it must be 1 to %d, so that all %d have 15 digits at most"
                    .formatted(firstMsisdn, mostFirst, msisdns));
        }
        try {
            return new BodyTemplate(text(bounds), firstMsisdn, msisdns);
        } catch (IllegalArgumentException unknown) {
            throw bounds.refused(String.valueOf(unknown.getMessage()));
        }
    }

    private String text(OptionValidator bounds) {
        if (body != null && bodyFile != null) {
            throw bounds.refused("--body and --body-file are both given: one of them is the body");
        }
        if (bodyFile == null) {
            return body == null ? "" : body;
        }
        try {
            return Files.readString(bodyFile);
        } catch (CharacterCodingException other) {
            throw bounds.refused("--body-file %s is no text in UTF-8".formatted(bodyFile));
        } catch (IOException unreadable) {
            throw bounds.refused("--body-file %s cannot be read: %s".formatted(bodyFile, unreadable));
        }
    }
}
