package io.concor.autoconfigure.endpoint;

import io.concor.LayoutViolation;
import java.util.List;
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
 * @param violations every rule that the layout breaks, where it breaks any; the first is told above as well
 */
public record ErrorDescriptor(
        String error,
        @Nullable String field,
        String reason,
        @Nullable String allowed,
        @Nullable Long expected,
        @Nullable Long present,
        @Nullable List<Violated> violations)
        implements OperationResponseBody {

    /**
     * A rule that is broken.
     *
     * @param slot the slot to mend
     * @param field the setting to mend
     * @param reason what is wrong, with the value met
     * @param allowed what would be right
     * @param limit the limit that is exceeded, by its name below {@code concor.limits}; left out where it is another
     *     rule
     */
    public record Violated(
            String slot,
            String field,
            String reason,
            String allowed,
            @Nullable String limit) {

        static Violated of(LayoutViolation violation) {
            return new Violated(
                    violation.slot(),
                    spelled(violation.field()),
                    violation.reason(),
                    violation.allowed(),
                    violation.limit());
        }
    }

    static ErrorDescriptor of(String error, String reason) {
        return new ErrorDescriptor(error, null, reason, null, null, null, null);
    }

    /** The field is told in the spelling of the endpoints. */
    static ErrorDescriptor ofField(String error, String field, String reason, String allowed) {
        return new ErrorDescriptor(error, spelled(field), reason, allowed, null, null, null);
    }

    static ErrorDescriptor ofViolations(String error, List<LayoutViolation> violations) {
        LayoutViolation first = violations.get(0);
        return new ErrorDescriptor(
                error,
                spelled(first.field()),
                "slot '%s': %s".formatted(first.slot(), first.reason()),
                first.allowed(),
                null,
                null,
                violations.stream().map(Violated::of).toList());
    }

    private static String spelled(String field) {
        return field.replace("keep-alive", "keepAlive");
    }

    static ErrorDescriptor ofVersion(String error, String reason, long expected, long present) {
        return new ErrorDescriptor(error, null, reason, null, expected, present, null);
    }
}
