package io.concor.sample.support;

/** A message breaks a rule of its format. Has no stack trace: it is an answer to a client. */
public class UnreadableMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    UnreadableMessageException(String field, String reason) {
        super(field + " " + reason, null, false, false);
        this.field = field;
        this.reason = reason;
    }

    /**
     * Checks a rule.
     *
     * @param condition whether the field keeps the rule
     * @param field the field, or {@code body} for the message as a whole
     * @param rule the rule, such as {@code must be 3 to 8 digits}
     */
    public static void require(boolean condition, String field, String rule) throws UnreadableMessageException {
        if (!condition) {
            throw new UnreadableMessageException(field, rule);
        }
    }

    /** Returns the field that is wrong, or {@code body} for the message as a whole. */
    public String field() {
        return field;
    }

    /** Returns the rule that is broken. Does not repeat the message. */
    public String reason() {
        return reason;
    }
}
