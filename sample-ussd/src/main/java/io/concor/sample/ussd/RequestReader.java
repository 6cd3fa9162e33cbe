package io.concor.sample.ussd;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.sample.support.MessageFormat;
import io.concor.sample.support.TextFields;
import io.concor.sample.support.UnreadableMessageException;
import io.concor.sample.ussd.menu.Menus;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Reads the JSON text of a request. Thread-safe. */
@Component
class RequestReader {

    /** The longest text, in characters: one USSD page. */
    static final int MAX_TEXT = Menus.PAGE_CHARACTERS;

    private static final MessageFormat FORMAT = MessageFormat.ofFields("sessionId", "msisdn", "text");
    private static final Pattern MSISDN = Pattern.compile("[1-9][0-9]{6,14}");
    private static final Pattern SESSION_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    UssdRequest read(byte[] body) throws UnreadableMessageException {
        TextFields fields = FORMAT.read(body);
        String sessionId =
                fields.text("sessionId", SESSION_ID, "must be 1 to 64 letters, digits, hyphens and underscores");
        String msisdn = fields.text("msisdn", MSISDN, "must be 7 to 15 digits with the country code, no + or 0");
        String text = fields.text("text");
        require(text.length() <= MAX_TEXT, "text", "must have at most " + MAX_TEXT + " characters");
        return new UssdRequest(sessionId, msisdn, text);
    }
}
