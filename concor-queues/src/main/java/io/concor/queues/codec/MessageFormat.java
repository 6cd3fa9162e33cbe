package io.concor.queues.codec;

import io.concor.queue.QueueDefinition;
import io.concor.queues.UnreadableMessageException;
import io.concor.queues.UnwritableMessageException;
import org.jspecify.annotations.Nullable;

/** Writes and reads messages of all types that an application knows. Thread-safe. */
public interface MessageFormat {

    /**
     * Writes a message.
     *
     * @throws UnwritableMessageException if it cannot be written, or could not be read by another process
     */
    EncodedMessage write(@Nullable Object message) throws Exception;

    /** Returns whether this process can read a version of a type. One that it cannot is left to newer processes. */
    boolean knows(String type, int version);

    /**
     * Returns the name of the type that messages of its queue have if they have none, as others write them: the one that components
     * declare; null if they declare none, or one of which there are several.
     */
    default @Nullable String declaredType() {
        return null;
    }

    /**
     * Reads a message, and lifts one of an older version to the present one.
     *
     * @throws UnreadableMessageException if it cannot be read
     */
    @Nullable
    Object read(EncodedMessage message) throws Exception;

    /**
     * Returns the format of the messages of one queue: this one, with what the components of the queue declare. From now on,
     * this format and those of other queues know these types too.
     *
     * @throws io.concor.queues.InvalidMessageTypeException if two types have one name, or upcasters do not fit
     */
    default MessageFormat of(QueueDefinition queue) {
        return this;
    }
}
