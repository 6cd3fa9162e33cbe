package io.concor.queue;

import io.concor.text.SafeText;
import org.jspecify.annotations.Nullable;

/** How an event has ended in one process, for a caller that awaits that in another one. */
public sealed interface AwaitedOutcome {

    /** The longest text of an error or a reason, in characters. */
    int MOST_TEXT = 2_000;
    /** The longest name of a component or a class, in characters. */
    int MOST_NAME = 255;

    /** With the value of the last component, or null. */
    record Value(@Nullable Object value) implements AwaitedOutcome {}

    /**
     * With an error. Texts are shortened, and stay on one line.
     *
     * @param component where the event failed
     * @param type the name of the class of the error
     * @param message its text; empty if it has none
     */
    record Failed(String component, String type, String message) implements AwaitedOutcome {

        public Failed {
            component = fitted(component, MOST_NAME);
            type = fitted(type, MOST_NAME);
            message = fitted(message, MOST_TEXT);
        }

        /** Returns what another process may know of an error. */
        public static Failed of(String component, Throwable error) {
            return new Failed(component, error.getClass().getName(), text(error));
        }

        private static String text(Throwable error) {
            try {
                String text = error.getMessage();
                return text == null ? "" : text;
            } catch (Throwable broken) { // code of users
                return "its text cannot be had";
            }
        }
    }

    /**
     * With a timeout.
     *
     * @param component where the event was then
     */
    record TimedOut(String component) implements AwaitedOutcome {

        public TimedOut {
            component = fitted(component, MOST_NAME);
        }
    }

    /**
     * With a value that cannot be brought to the caller.
     *
     * @param reason why, and what to do; shortened, and on one line
     * @param cause the failure in this process, or null
     */
    record ValueLost(String reason, @Nullable Throwable cause) implements AwaitedOutcome {

        public ValueLost {
            reason = fitted(reason, MOST_TEXT);
        }
    }

    private static String fitted(String text, int most) {
        return SafeText.words(text.length() <= most ? text : text.substring(0, most - 1) + "…");
    }
}
