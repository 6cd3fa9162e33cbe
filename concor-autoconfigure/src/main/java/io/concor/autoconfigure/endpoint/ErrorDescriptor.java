package io.concor.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why a request was not done; nothing was changed. What does not concern it is left out.
 *
 * @param error what went wrong, in a word or two
 * @param field the setting to mend
 * @param reason what is wrong, with the value met
 * @param allowed what would be right
 * @param expected the version that was expected
 * @param present the version that the layout has
 */
public record ErrorDescriptor(
        String error,
        @Nullable String field,
        String reason,
        @Nullable String allowed,
        @Nullable Long expected,
        @Nullable Long present)
        implements OperationResponseBody {

    static ErrorDescriptor of(String error, String reason) {
        return new ErrorDescriptor(error, null, reason, null, null, null);
    }

    /** The field is told in the spelling of the endpoints. */
    static ErrorDescriptor ofField(String error, String field, String reason, String allowed) {
        return new ErrorDescriptor(error, field.replace("keep-alive", "keepAlive"), reason, allowed, null, null);
    }

    static ErrorDescriptor ofVersion(String error, String reason, long expected, long present) {
        return new ErrorDescriptor(error, null, reason, null, expected, present);
    }
}
