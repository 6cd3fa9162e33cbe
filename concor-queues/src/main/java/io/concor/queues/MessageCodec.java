package io.concor.queues;

import java.lang.reflect.Type;
import java.util.Set;

/**
 * Writes messages as bytes and reads them again. Any thread calls it. Names, versions and upcasters are not its concern, and
 * it is never given null.
 *
 * <p>What the bytes contain must not decide which class is created beyond the given type, as an attacker may have written
 * them.
 */
public interface MessageCodec {

    /**
     * Writes a message.
     *
     * @param message an instance of the type
     * @param type the type that {@link #read} will be given: the class of the message, or the generic type that a component
     *     declares, such as {@code List<Order>}
     * @return the bytes, which are not changed from now on
     * @throws Exception if it cannot be written: the put is refused. The text must not contain the message
     */
    byte[] write(Object message, Type type) throws Exception;

    /**
     * Reads a message.
     *
     * @param body what {@link #write} returned in some process, or the result of the upcasters; not to be changed
     * @param type the type
     * @return an instance of the type
     * @throws Exception if it cannot be read: the event becomes a dead letter. The text must not contain the message
     */
    Object read(byte[] body, Type type) throws Exception;

    /**
     * Returns classes that messages may have where a component declares a type, if the codec knows them, for example by
     * annotations. Those that a sealed type permits are known without it. Default: none.
     */
    default Set<Class<?>> subtypesOf(Class<?> declared) {
        return Set.of();
    }
}
