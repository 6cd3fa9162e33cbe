package io.concor.autoconfigure.endpoint.queue;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.UnknownNameException;
import io.concor.queues.administration.ManagedQueue;
import io.concor.queues.row.DeadChoice;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done with a queue.
 *
 * @param name the action
 * @param id the id of the event whose dead letter is meant; null if that is not chosen by it
 * @param choice which dead letters are meant
 */
record QueueAction(String name, @Nullable String id, DeadChoice choice) {

    private static final List<String> ACTIONS = List.of("pause", "resume", "requeue", "delete", "purge");
    private static final List<String> OF_DEAD_LETTERS = List.of("requeue", "delete");
    private static final int MOST_TEXT = 500;
    /** No dead letter has this number. */
    private static final long NOT_THERE = 0;

    private static final Duration OLDEST = Duration.ofDays(36_500);

    /**
     * Reads an action.
     *
     * @throws InvalidSettingException if it is missing or unknown, or a choice is unreadable or means nothing to it
     */
    static QueueAction of(
            @Nullable String action,
            @Nullable String id,
            @Nullable String number,
            @Nullable String error,
            @Nullable String olderThan,
            @Nullable String reason) {
        if (action == null || !ACTIONS.contains(action)) {
            throw new InvalidSettingException(
                    "action", action == null ? "it is missing" : unknown(action), String.join(", ", ACTIONS));
        }
        requireText("reason", reason);
        requireChoice(action, "id", id);
        requireChoice(action, "number", number);
        requireChoice(action, "error", error);
        requireChoice(action, "olderThan", olderThan);
        if (id != null && number != null) {
            throw new InvalidSettingException("number", "id chooses a dead letter already", "without id only");
        }
        Long chosen = number == null ? null : number(number);
        Long millis = olderThan == null ? null : millis(olderThan);
        return new QueueAction(action, id, new DeadChoice(chosen, error, millis));
    }

    private static long number(String text) {
        long number = SettingFormat.longNumber("number", text);
        if (number < 1) {
            throw InvalidSettingException.outOfBounds("number", number, "1 or more");
        }
        return number;
    }

    private static long millis(String olderThan) {
        Duration age = SettingFormat.duration("olderThan", olderThan);
        if (age.isNegative() || age.compareTo(OLDEST) > 0) {
            throw InvalidSettingException.outOfBounds(
                    "olderThan", SafeText.shown(olderThan), "0s to " + OLDEST.toDays() + "d");
        }
        return age.toMillis();
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

    /**
     * Returns how many events it concerned.
     *
     * @throws UnknownNameException if one dead letter is chosen, and it is not there
     * @throws InvalidSettingException if an id is chosen that several dead letters have
     */
    long apply(ManagedQueue queue) {
        return switch (name) {
            case "requeue" -> found(queue.requeue(one(queue)));
            case "delete" -> found(queue.delete(one(queue)));
            case "purge" -> queue.purge();
            default -> {
                queue.pause(name.equals("pause"));
                yield 0;
            }
        };
    }

    /** An id never stands for two dead letters, nor for the number of one. */
    private DeadChoice one(ManagedQueue queue) {
        if (id == null) {
            return choice;
        }
        List<Long> numbers = queue.numbers(id);
        if (numbers.size() > 1) {
            throw new InvalidSettingException(
                    "id",
                    Sentence.of("the dead letters %s have the id '%s'", numbers, SafeText.shown(id)),
                    "number, with one of these");
        }
        return new DeadChoice(numbers.isEmpty() ? NOT_THERE : numbers.get(0), choice.error(), choice.olderThanMillis());
    }

    private long found(long affected) {
        if (affected == 0 && (id != null || choice.number() != null)) {
            throw UnknownNameException.of(
                    "dead letter",
                    id == null ? String.valueOf(choice.number()) : id,
                    "it was requeued or deleted, has not failed, or is not of this error and age");
        }
        return affected;
    }
}
