package io.concor.queues;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Why JSON could not be written or read. Jackson's texts about reading quote the message, which must not get into logs. */
final class JsonFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_PLACE = 100;

    private JsonFailure(String problem, @Nullable Throwable cause) {
        super(problem, cause);
    }

    static JsonFailure ofWriting(JacksonException failed) {
        return new JsonFailure(failed.getOriginalMessage() + place(failed), ofOthers(failed));
    }

    static JsonFailure ofEncoding() {
        return new JsonFailure("it is not UTF-8", null);
    }

    static JsonFailure ofReading(JacksonException failed) {
        return new JsonFailure(problem(failed) + place(failed), ofOthers(failed));
    }

    private static String problem(JacksonException failed) {
        if (failed instanceof InvalidDefinitionException definition) {
            return definition.getOriginalMessage();
        }
        Class<?> expected = failed instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return failed.getClass().getSimpleName()
                + (expected == null ? "" : ", " + expected.getName() + " was expected");
    }

    private static String place(JacksonException failed) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference part : failed.getPath()) {
            boolean named = part.getPropertyName() != null;
            place.append(named && place.length() > 0 ? "." : "")
                    .append(named ? part.getPropertyName() : "[" + part.getIndex() + "]");
            if (place.length() > LONGEST_PLACE) {
                return ", at " + place.substring(0, LONGEST_PLACE) + "...";
            }
        }
        return place.length() == 0 ? "" : ", at " + place;
    }

    /** Returns what the code of the application threw, such as the constructor of a record. */
    private static @Nullable Throwable ofOthers(JacksonException failed) {
        Throwable cause = failed.getCause();
        return cause instanceof JacksonException inner ? ofOthers(inner) : cause;
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
