package io.concor.sample.moflow;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.sample.support.MessageFormat;
import io.concor.sample.support.TextFields;
import io.concor.sample.support.UnreadableMessageException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Reads the JSON text of an incoming message. Thread-safe. */
@Component
@OnNode("edge")
class MessageReader {

    /** The longest message text, in characters: ten short messages of 160. */
    static final int MAX_TEXT = 1600;

    static final int MAX_BODY_BYTES = 16 * 1024;

    static final Pattern SHORT_CODE = Pattern.compile("[0-9]{3,8}");

    private static final MessageFormat FORMAT = MessageFormat.ofFields("msisdn", "shortCode", "message");
    private static final Pattern MSISDN = Pattern.compile("[1-9][0-9]{6,14}");

    /** Reads no more of the body than a message may have. */
    IncomingMessage read(InputStream body) throws IOException, UnreadableMessageException, MessageTooLargeException {
        byte[] text = body.readNBytes(MAX_BODY_BYTES + 1);
        if (text.length > MAX_BODY_BYTES) {
            throw new MessageTooLargeException();
        }
        return read(text);
    }

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
