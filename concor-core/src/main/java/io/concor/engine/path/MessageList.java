package io.concor.engine.path;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The messages of one call of a batch task: unmodifiable, and the task's own, so that it may keep the list. */
final class MessageList extends AbstractList<@Nullable Object> implements RandomAccess {

    private final @Nullable Object[] messages;

    /** @param messages not copied; the caller does not use the array any more */
    MessageList(@Nullable Object[] messages) {
        this.messages = messages;
    }

    @Override
    public @Nullable Object get(int index) {
        return messages[index];
    }

    @Override
    public int size() {
        return messages.length;
    }

    @Override
    public void forEach(Consumer<? super @Nullable Object> action) {
        for (Object message : messages) {
            action.accept(message);
        }
    }

    @Override
    public @Nullable Object[] toArray() {
        return Arrays.copyOf(messages, messages.length, Object[].class);
    }
}
