package io.concor.autoconfigure.queue;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.autoconfigure.properties.PropertyPath;

/** Thrown if a configured class of messages cannot be loaded. The application does not start. */
final class UnknownMessageClassException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final String property;

    UnknownMessageClassException(String name, String type, Throwable cause) {
        super(
                "The class '" + type + "', whose messages are stored as '" + name + "', cannot be loaded",
                "Correct its full name, which has a $ before the name of a nested class, or add its library.",
                cause);
        this.property = PropertyPath.of("queues.types").key(name).property();
    }

    @Override
    public String property() {
        return property;
    }
}
