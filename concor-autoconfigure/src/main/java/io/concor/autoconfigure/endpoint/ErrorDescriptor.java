package io.concor.autoconfigure.endpoint;

import io.concor.InvalidLayoutException;
import io.concor.SlotSetting;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The reason why a request was rejected or failed. Nothing has changed. Fields that do not apply are absent.
 *
 * @param error the kind of the error
 * @param field the invalid setting
 * @param reason the problem, with the value
 * @param allowed the allowed values
 * @param expected the version that was expected
 * @param present the version that the layout has
 * @param violations all rules that the layout breaks; the fields above describe the first one
 */
public record ErrorDescriptor(
        String error,
        @Nullable String field,
        String reason,
        @Nullable String allowed,
        @Nullable Long expected,
        @Nullable Long present,
        @Nullable List<Violated> violations)
        implements OperationResponseBody, PlainText {

    /** The settings in the spelling of endpoints, by their names in the configuration. */
    private static final Map<String, String> SPELLED =
            SlotSetting.all().stream().collect(Collectors.toMap(SlotSetting::toString, SlotDescriptor::field));

    /**
     * A broken rule.
     *
     * @param slot the invalid slot
     * @param field the invalid setting
     * @param reason the problem, with the value
     * @param allowed the allowed values
     * @param limit the exceeded limit, by its name below {@code concor.limits}; absent for other rules
     */
    public record Violated(
            String slot,
            String field,
            String reason,
            String allowed,
            @Nullable String limit) {

        static Violated of(InvalidLayoutException.Violation violation) {
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

    /** Describes an invalid field, in the spelling of the endpoints. */
    static ErrorDescriptor ofField(String error, String field, String reason, String allowed) {
        return new ErrorDescriptor(error, spelled(field), reason, allowed, null, null, null);
    }

    static ErrorDescriptor ofViolations(String error, List<InvalidLayoutException.Violation> violations) {
        InvalidLayoutException.Violation first = violations.get(0);
        return new ErrorDescriptor(
                error,
                spelled(first.field()),
                Sentence.of("slot '%s': %s", first.slot(), first.reason()),
                first.allowed(),
                null,
                null,
                violations.stream().map(Violated::of).toList());
    }

    @Override
    public String plainText() {
        return Stream.of(
                        labelled("", error),
                        labelled("field: ", field),
                        labelled("", reason),
                        labelled("allowed: ", allowed))
                .flatMap(Optional::stream)
                .collect(Collectors.joining());
    }

    private static Optional<String> labelled(String label, @Nullable String value) {
        return Optional.ofNullable(value).map(text -> label + SafeText.words(text) + "\n");
    }

    private static String spelled(String field) {
        return SPELLED.getOrDefault(field, field);
    }

    static ErrorDescriptor ofVersion(String error, String reason, long expected, long present) {
        return new ErrorDescriptor(error, null, reason, null, expected, present, null);
    }
}
