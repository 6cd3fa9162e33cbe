package io.concor.sample.moflow;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.sample.support.MessageFormat;
import io.concor.sample.support.TextFields;
import io.concor.sample.support.UnreadableMessageException;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Reads the JSON text of an incoming message. Thread-safe. */
@Component
class MessageReader {

    /** The longest message text, in characters: ten short messages of 160. */
    static final int MAX_TEXT = 1600;

    static final Pattern SHORT_CODE = Pattern.compile("[0-9]{3,8}");

    private static final MessageFormat FORMAT = MessageFormat.ofFields("msisdn", "shortCode", "message");
    private static final Pattern MSISDN = Pattern.compile("[1-9][0-9]{6,14}");

    IncomingMessage read(byte[] body) throws UnreadableMessageException {
        TextFields fields = FORMAT.read(body);
        String msisdn = fields.text("msisdn", MSISDN, "must be 7 to 15 digits with the country code, no + or 0");
        String shortCode = fields.text("shortCode", SHORT_CODE, "must be 3 to 8 digits");
        String message = fields.text("message");
        require(
                !message.isBlank() && message.length() <= MAX_TEXT,
                "message",
                "must have 1 to " + MAX_TEXT + " characters");
        return new IncomingMessage(msisdn, shortCode, message);
    }
}
