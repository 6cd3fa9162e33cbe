package io.concor.kafka.event;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;

/** Whether a process can read a message. */
public enum Readability {

    /** It is read; if that fails, the event fails. */
    READABLE,
    /** Newer processes may know its version. */
    NEWER_VERSION,
    /** Newer processes may know its type. */
    UNKNOWN_TYPE;

    private static final int FIRST_VERSION = 1;

    static Readability of(MessageFormat format, EncodedMessage message) {
        EncodedMessage named = named(format, message);
        if (named.type().isEmpty() || format.knows(named.type(), named.version())) {
            return READABLE;
        }
        return format.knows(named.type(), FIRST_VERSION) ? NEWER_VERSION : UNKNOWN_TYPE;
    }

    /** Returns the message with its type: one without, as others write it, has that which components declare. */
    static EncodedMessage named(MessageFormat format, EncodedMessage message) {
        boolean nameless = message.type().isEmpty() && !format.knows("", message.version());
        String declared = nameless ? format.declaredType() : null;
        return declared == null ? message : new EncodedMessage(declared, message.version(), message.body());
    }
}
