package io.concor.queues.codec;

import io.concor.queues.MessageCodec;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the first message of each class again before it is stored. A class that can be written but not read, for example
 * because it has no constructor that the codec finds, is refused at the put and does not end in the dead letters. Thread-safe.
 */
final class ReadBackCheck {

    private final MessageCodec codec;
    private final Map<String, Set<Class<?>>> passed = new ConcurrentHashMap<>();

    ReadBackCheck(MessageCodec codec) {
        this.codec = codec;
    }

    /**
     * Checks a message unless one of its class has passed.
     *
     * @throws UnfitMessageException if it comes back as another type
     * @throws Exception if it cannot be read
     */
    void check(StoredType type, Class<?> message, byte[] body) throws Exception {
        Set<Class<?>> known = passed.get(type.name());
        if (known == null || !known.contains(message)) {
            requireSame(type, message, codec.read(body, type.type()));
            passed.computeIfAbsent(type.name(), name -> ConcurrentHashMap.newKeySet())
                    .add(message);
        }
    }

    /** A collection of the JDK may come back as another one that fits as well. */
    private void requireSame(StoredType type, Class<?> message, Object read) throws UnfitMessageException {
        Class<?> found = read instanceof Enum<?> constant ? constant.getDeclaringClass() : read.getClass();
        boolean free = message.getName().startsWith("java.") && type.type() != message;
        if (found != message && !free) {
            throw new UnfitMessageException(
                    "the codec " + codec.getClass().getName() + " reads it as " + found.getName());
        }
    }
}
