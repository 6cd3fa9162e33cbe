package io.concor.queues.codec;

import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;

/**
 * A type of messages under its name.
 *
 * @param name the logical name; that of a generic type contains those of its arguments, as {@code List<order>}
 * @param version the version of what {@link #content} names
 * @param type what the codec is given
 * @param content the logical name that has the version: in a collection, an array, a map or an optional that of the elements
 * @param classes all classes of which the type consists, in the order of the names. Types of the same name and classes are
 *     equal for a codec, although reflection may have several objects for them
 * @param depth how many collections, arrays and maps contain each other around the content
 */
record StoredType(String name, int version, Type type, List<Class<?>> classes, String content, int depth) {

    /** Creates a type that consists of one class. */
    static StoredType of(String name, int version, Class<?> type) {
        return new StoredType(name, version, type, List.of(type), name, 0);
    }

    /** Returns this type under another name, as the raw class of a generic type. */
    StoredType with(String genericName, Type generic, List<StoredType> arguments) {
        return new StoredType(genericName, version, generic, joined(this, arguments), content, depth);
    }

    /** Returns the type of collections of this type, of arrays, or of optional values. */
    StoredType within(String containerName, Type container, List<Class<?>> all, int levels) {
        return new StoredType(containerName, version, container, all, content, depth + levels);
    }

    /** Returns all classes of a generic type. */
    static List<Class<?>> joined(StoredType raw, List<StoredType> arguments) {
        return Stream.concat(raw.classes.stream(), arguments.stream().flatMap(argument -> argument.classes.stream()))
                .toList();
    }
}
