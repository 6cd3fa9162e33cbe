package io.concor.simulator.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request body with the placeholders {@code {{id}}}, {@code {{counter}}} and {@code {{msisdn}}}. A number after a
 * colon is the minimum number of digits: {@code {{id:12}}}. Each {@code {{msisdn}}} is a random telephone number.
 * Thread-safe.
 */
public final class BodyTemplate {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(.*?)}}");
    private static final Pattern ID = Pattern.compile("\\{\\{\\s*id\\s*[:}]");
    private static final Pattern NAME = Pattern.compile("(id|counter|msisdn)(?::([1-9]|1[0-9]))?");

    private final List<TemplateSegment> segments = new ArrayList<>();
    private final long firstMsisdn;
    private final int msisdns;
    private final long bytes;
    private final boolean containsId;

    /**
     * Parses a template.
     *
     * @param text text with placeholders
     * @param firstMsisdn the first telephone number of the pool
     * @param msisdns size of the pool; greater than 0
     * @throws IllegalArgumentException if a placeholder is unknown
     */
    public BodyTemplate(String text, long firstMsisdn, int msisdns) {
        this.firstMsisdn = firstMsisdn;
        this.msisdns = msisdns;
        this.containsId = ID.matcher(text).find();
        this.bytes = text.getBytes(StandardCharsets.UTF_8).length;
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            addText(text.substring(end, matcher.start()));
            segments.add(placeholder(matcher.group(1)));
            end = matcher.end();
        }
        addText(text.substring(end));
    }

    /** Whether each body contains the id of its request. */
    public boolean containsId() {
        return containsId;
    }

    /** Returns the size of the template in bytes: approximately the size of a body. */
    public long bytes() {
        return bytes;
    }

    /**
     * Renders the body of a request.
     *
     * @param id the id of the request
     * @param counter 1 for the first request due, including those of a lead-in
     */
    byte[] render(long id, long counter) {
        StringBuilder body = new StringBuilder();
        segments.forEach(segment -> segment.append(body, id, counter));
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void addText(String text) {
        segments.add((body, id, counter) -> body.append(text));
    }

    private TemplateSegment placeholder(String placeholder) {
        Matcher name = NAME.matcher(placeholder.strip());
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    ("Unknown placeholder {{%s}}. Allowed: {{id}}, {{counter}} and {{msisdn}}, optionally with a minimum"
                                    + " number of digits from 1 to 19: {{id:12}}")
                            .formatted(placeholder));
        }
        String format = name.group(2) == null ? "%d" : "%0" + name.group(2) + "d";
        return switch (name.group(1)) {
            case "id" -> (body, id, counter) -> appendNumber(body, format, id);
            case "counter" -> (body, id, counter) -> appendNumber(body, format, counter);
            default -> (body, id, counter) -> appendNumber(body, format, randomMsisdn());
        };
    }

    private long randomMsisdn() {
        return firstMsisdn + ThreadLocalRandom.current().nextInt(msisdns);
    }

    private static void appendNumber(StringBuilder body, String format, long number) {
        body.append(format.equals("%d") ? Long.toString(number) : String.format(Locale.ROOT, format, number));
    }

    private interface TemplateSegment {
        void append(StringBuilder body, long id, long counter);
    }
}
