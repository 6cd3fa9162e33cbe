package io.concor.autoconfigure.endpoint.queue;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.QueueRow;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done with a queue. */
record QueueAction(String name, DeadChoice choice) {

    private static final List<String> ACTIONS = List.of("pause", "resume", "requeue", "delete", "purge");
    private static final List<String> OF_DEAD_LETTERS = List.of("requeue", "delete");
    private static final int MOST_TEXT = 500;

    /**
     * Reads an action.
     *
     * @throws InvalidSettingException if it is missing or unknown, or a choice is unreadable or means nothing to it
     */
    static QueueAction of(
            @Nullable String action,
            @Nullable String id,
            @Nullable String error,
            @Nullable String olderThan,
            @Nullable String reason) {
        if (action == null || !ACTIONS.contains(action)) {
            throw new InvalidSettingException(
                    "action", action == null ? "it is missing" : unknown(action), String.join(", ", ACTIONS));
        }
        requireText("reason", reason);
        requireChoice(action, "id", id);
        requireChoice(action, "error", error);
        requireChoice(action, "olderThan", olderThan);
        Long millis = olderThan == null ? null : millis(olderThan);
        return new QueueAction(action, new DeadChoice(id, error, millis));
    }

    private static long millis(String olderThan) {
        long millis = SettingFormat.duration("olderThan", olderThan).toMillis();
        if (millis < 0) {
            throw InvalidSettingException.outOfBounds("olderThan", SafeText.shown(olderThan), "0s or more");
        }
        return millis;
    }

    private static String unknown(String action) {
        return Sentence.of("'%s' is unknown%s", SafeText.shown(action), SimilarNames.hint(action, ACTIONS));
    }

    private static void requireChoice(String action, String field, @Nullable String value) {
        if (value != null && !OF_DEAD_LETTERS.contains(action)) {
            throw new InvalidSettingException(
                    field,
                    "it chooses dead letters, and " + action + " concerns the whole queue",
                    "with " + String.join(" or ", OF_DEAD_LETTERS) + " only");
        }
        requireText(field, value);
    }

    private static void requireText(String field, @Nullable String value) {
        if (value != null && (value.isBlank() || value.length() > MOST_TEXT || !SafeText.fits(value))) {
            throw new InvalidSettingException(
                    field,
                    "it is blank, too long, or has control characters",
                    "1 to " + MOST_TEXT + " characters on one line");
        }
    }

    /** Returns how many events it concerned. */
    long apply(QueueAdministration store, QueueRow queue) {
        return switch (name) {
            case "requeue" -> store.requeue(queue, choice);
            case "delete" -> store.delete(queue, choice);
            case "purge" -> store.purge(queue);
            default -> {
                store.pause(queue, name.equals("pause"));
                yield 0;
            }
        };
    }
}
