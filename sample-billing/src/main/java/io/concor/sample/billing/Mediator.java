package io.concor.sample.billing;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.SimpleTask;
import io.concor.sample.support.MessageFormat;
import io.concor.sample.support.TextFields;
import io.concor.sample.support.UnreadableMessageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * Mediation: brings a record, which is a JSON text, into the form of the billing, and decides whether the call has a
 * price at all.
 */
@Component
class Mediator implements SimpleTask<Submission, MediatedRecord> {

    private static final int MAX_CHARACTERS = 4096;

    private static final MessageFormat FORMAT =
            MessageFormat.ofFields("id", "caller", "called", "start", "seconds", "charging");

    // one spelling only: some databases ignore case and accents in a key
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern NUMBER = Pattern.compile("(?:\\+|00)?[1-9][0-9]{2,14}");
    private static final String NO_NUMBER = "must be 3 to 15 digits, country code first, after +, 00 or nothing";
    private static final Pattern INTERNATIONAL_PREFIX = Pattern.compile("^(?:\\+|00)");
    private static final Pattern START = Pattern.compile("20[0-9]{2}-[0-9-]{5}T[0-9:]{8}(?:\\.[0-9]{1,3})?Z");
    private static final Pattern SECONDS = Pattern.compile("0|[1-9][0-9]{0,5}");
    private static final Pattern CHARGING = Pattern.compile("normal|flat-rate");

    private final long minimumSeconds;

    Mediator(BillingProperties properties) {
        this.minimumSeconds = properties.minimumLength().toSeconds();
    }

    @Override
    public MediatedRecord apply(Submission submission) {
        try {
            return mediated(submission);
        } catch (UnreadableMessageException e) {
            throw new RejectedRecordException(submission, Rejection.UNREADABLE, e.field() + " " + e.reason());
        }
    }

    private MediatedRecord mediated(Submission submission) throws UnreadableMessageException {
        require(
                submission.text().length() <= MAX_CHARACTERS,
                "body",
                "has more than " + MAX_CHARACTERS + " characters");
        TextFields fields = FORMAT.read(submission.text());
        CallRecord call = new CallRecord(
                fields.text("id", ID, "must be 1 to 64 lower-case letters, digits and hyphens"),
                number(fields, "caller"),
                number(fields, "called"),
                start(fields),
                Integer.parseInt(fields.text(
                        "seconds", SECONDS, "must be a whole number of at most six digits, without leading zeros")));
        return new MediatedRecord(submission, call, charging(fields, call));
    }

    private static String number(TextFields fields, String field) throws UnreadableMessageException {
        return INTERNATIONAL_PREFIX
                .matcher(fields.text(field, NUMBER, NO_NUMBER))
                .replaceFirst("");
    }

    private static Instant start(TextFields fields) throws UnreadableMessageException {
        String rule = "must be a time in UTC like 2026-11-26T10:00:00Z";
        String text = fields.text("start", START, rule);
        Instant start = Instant.EPOCH;
        try {
            start = Instant.parse(text).truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeException noTime) {
            require(false, "start", rule);
        }
        return start;
    }

    private Charging charging(TextFields fields, CallRecord call) throws UnreadableMessageException {
        Charging asked = fields.has("charging")
                ? Charging.of(fields.text("charging", CHARGING, "must be normal or flat-rate"))
                : Charging.NORMAL;
        return call.seconds() < minimumSeconds ? Charging.TOO_SHORT : asked;
    }
}
