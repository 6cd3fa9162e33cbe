package io.concor.queues.codec;

import org.jspecify.annotations.Nullable;

/** Writes and reads messages of all types that an application knows. Thread-safe. */
public interface MessageFormat {

    /**
     * Writes a message.
     *
     * @throws Exception if it cannot be written
     */
    EncodedMessage write(@Nullable Object message) throws Exception;

    /** Returns whether this process can read a version of a type. One that it cannot is left to newer processes. */
    boolean knows(String type, int version);

    /**
     * Reads a message, and lifts one of an older version to the present one.
     *
     * @throws Exception if it cannot be read
     */
    @Nullable
    Object read(EncodedMessage message) throws Exception;
}
