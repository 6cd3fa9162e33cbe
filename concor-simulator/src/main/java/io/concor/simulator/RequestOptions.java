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

/** Options for the requests of the load. */
final class RequestOptions {

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]*");
    private static final int MAX_MSISDNS = 100_000_000;
    private static final long MAX_MSISDN = 999_999_999_999_999L;

    @Parameters(paramLabel = "URL", description = "Where requests are sent: http://host:port/path.")
    private URI url = URI.create("");

    @Option(names = "--method", description = "HTTP method. Default: POST with a body, otherwise GET.")
    private @Nullable String method;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'",
            description = "Header of each request. Repeatable.")
    private String[] headers = {};

    @Option(
            names = {"-d", "--body"},
            description =
                    "Body of each request. Placeholders: {{id}} (unique, found again in callbacks), {{counter}} (1, 2,"
                            + " 3...) and {{msisdn}} (a random telephone number). {{id:12}} has at least 12 digits.")
    private @Nullable String body;

    @Option(names = "--body-file", paramLabel = "FILE", description = "File with the body of each request.")
    private @Nullable Path bodyFile;

    @Option(
            names = "--content-type",
            defaultValue = "application/json",
            description = "Content type of the body. Default: ${DEFAULT-VALUE}.")
    private String contentType = "";

    @Option(
            names = "--first-msisdn",
            defaultValue = "94770000000",
            description = "First telephone number of the pool. Default: ${DEFAULT-VALUE}.")
    private long firstMsisdn;

    @Option(
            names = "--msisdns",
            defaultValue = "10000",
            description = "Size of the pool of telephone numbers. Default: ${DEFAULT-VALUE}.")
    private int msisdns;

    URI url() {
        return url;
    }

    RequestTarget target(OptionValidator validator) {
        boolean hasBody = body != null || bodyFile != null;
        if (method != null && !METHOD.matcher(method).matches()) {
            throw validator.invalid("--method is '%s': it must be in upper case, for example POST".formatted(method));
        }
        if ("CONNECT".equals(method)) {
            throw validator.invalid("--method is CONNECT: a tunnel is not supported");
        }
        Map<String, String> allHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (hasBody) {
            allHeaders.put("Content-Type", contentType);
        }
        allHeaders.putAll(HeaderParser.parse("--header", headers, validator));
        try {
            return new RequestTarget(url, method != null ? method : hasBody ? "POST" : "GET", allHeaders);
        } catch (IllegalArgumentException e) {
            throw validator.invalid(String.valueOf(e.getMessage()));
        }
    }

    BodyTemplate template(OptionValidator validator) {
        validator.requireBetween("--msisdns", msisdns, 1, MAX_MSISDNS);
        long maxFirst = MAX_MSISDN - msisdns + 1;
        if (firstMsisdn < 1 || firstMsisdn > maxFirst) {
            throw validator.invalid(
                    "--first-msisdn is %d: it must be between 1 and %d, because all %d numbers must have at most 15 digits"
                            .formatted(firstMsisdn, maxFirst, msisdns));
        }
        try {
            return new BodyTemplate(text(validator), firstMsisdn, msisdns);
        } catch (IllegalArgumentException e) {
            throw validator.invalid(String.valueOf(e.getMessage()));
        }
    }

    private String text(OptionValidator validator) {
        if (body != null && bodyFile != null) {
            throw validator.invalid("--body and --body-file exclude each other");
        }
        if (bodyFile == null) {
            return body == null ? "" : body;
        }
        try {
            return Files.readString(bodyFile);
        } catch (CharacterCodingException e) {
            throw validator.invalid("--body-file %s is not UTF-8 text".formatted(bodyFile));
        } catch (IOException e) {
            throw validator.invalid("--body-file %s cannot be read: %s".formatted(bodyFile, e));
        }
    }
}
