package io.concor.simulator.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a body with placeholders: {@code {{id}}}, {@code {{counter}}} and {@code {{msisdn}}}. A number behind a
 * colon is the least number of digits: {@code {{id:12}}}. Each {@code {{msisdn}}} is drawn by itself. May be shared by
 * threads.
 */
public final class BodyTemplate {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(.*?)}}");
    private static final Pattern ID = Pattern.compile("\\{\\{\\s*id\\s*[:}]");
    private static final Pattern NAME = Pattern.compile("(id|counter|msisdn)(?::([1-9]|1[0-9]))?");

    private final List<TemplateSegment> pieces = new ArrayList<>();
    private final long firstMsisdn;
    private final int msisdns;
    private final long bytes;
    private final boolean holdsId;

    /**
     * A template.
     *
     * @param text with placeholders
     * @param firstMsisdn the first telephone number of the pool
     * @param msisdns size of the pool, above 0
     * @throws IllegalArgumentException if a placeholder is not known
     */
    public BodyTemplate(String text, long firstMsisdn, int msisdns) {
        this.firstMsisdn = firstMsisdn;
        this.msisdns = msisdns;
        this.holdsId = ID.matcher(text).find();
        this.bytes = text.getBytes(StandardCharsets.UTF_8).length;
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            addText(text.substring(end, matcher.start()));
            pieces.add(placeholder(matcher.group(1)));
            end = matcher.end();
        }
        addText(text.substring(end));
    }

    /** Whether bodies differ by their id, so that it can be found again. */
    public boolean holdsId() {
        return holdsId;
    }

    /** Bytes of the text with its placeholders as they stand in it: about what a body takes. */
    public long bytes() {
        return bytes;
    }

    /**
     * The body of one request.
     *
     * @param id the request's id
     * @param counter 1 for the first request that was due, also in a lead-in
     */
    byte[] render(long id, long counter) {
        StringBuilder body = new StringBuilder();
        pieces.forEach(piece -> piece.append(body, id, counter));
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void addText(String text) {
        pieces.add((body, id, counter) -> body.append(text));
    }

    private TemplateSegment placeholder(String placeholder) {
        Matcher name = NAME.matcher(placeholder.strip());
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    "Unknown placeholder {{%s}}: there are {{id}}, {{counter}} and {{msisdn}}, with a number of digits"
                                    .formatted(placeholder)
                            + " of 1 to 19 behind a colon if wanted ({{id:12}})");
        }
        String format = name.group(2) == null ? "%d" : "%0" + name.group(2) + "d";
        return switch (name.group(1)) {
            case "id" -> (body, id, counter) -> number(body, format, id);
            case "counter" -> (body, id, counter) -> number(body, format, counter);
            default ->
                (body, id, counter) -> number(
                        body, format, firstMsisdn + ThreadLocalRandom.current().nextInt(msisdns));
        };
    }

    private static void number(StringBuilder body, String format, long number) {
        body.append(format.equals("%d") ? Long.toString(number) : String.format(Locale.ROOT, format, number));
    }

    private interface TemplateSegment {
        void append(StringBuilder body, long id, long counter);
    }
}
