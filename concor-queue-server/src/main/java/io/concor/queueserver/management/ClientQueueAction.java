package io.concor.queueserver.management;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.queues.client.QueuesManagement;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an operator does with a queue. */
enum ClientQueueAction {
    /** Deletes messages. */
    PURGE {
        @Override
        long apply(QueuesManagement queues, String queue, @Nullable String olderThan, @Nullable String client) {
            requireNone("client", client, "requeue");
            return queues.purge(queue, olderThan == null ? null : age(olderThan));
        }
    },
    /** Gives leased messages back. */
    REQUEUE {
        @Override
        long apply(QueuesManagement queues, String queue, @Nullable String olderThan, @Nullable String client) {
            requireNone("olderThan", olderThan, "purge");
            return queues.requeue(queue, client);
        }
    };

    private static final Duration OLDEST = Duration.ofDays(36_500);
    private static final String ALL = "purge, requeue";

    /** Returns how many messages it concerned. */
    abstract long apply(QueuesManagement queues, String queue, @Nullable String olderThan, @Nullable String client);

    /** @throws InvalidSettingException if it is missing or unknown */
    static ClientQueueAction of(@Nullable String text) {
        for (ClientQueueAction action : values()) {
            if (action.word().equals(text)) {
                return action;
            }
        }
        throw new InvalidSettingException(
                "action", text == null ? "it is missing" : Sentence.of("'%s' is unknown", SafeText.shown(text)), ALL);
    }

    String word() {
        return this == PURGE ? "purge" : "requeue";
    }

    private static Duration age(String olderThan) {
        Duration age = SettingFormat.duration("olderThan", olderThan);
        InvalidSettingException.requireWithin("olderThan", age, Duration.ZERO, OLDEST);
        return age;
    }

    private static void requireNone(String field, @Nullable String value, String action) {
        if (value != null) {
            throw new InvalidSettingException(field, "it means nothing to this action", "with " + action + " only");
        }
    }
}
