package io.concor.queues.codec;

import java.lang.reflect.Type;

/**
 * A type of messages under its name.
 *
 * @param name the logical name; that of a generic type contains those of its arguments, as {@code List<order>}
 * @param version the version of what {@link #content} names
 * @param type what the codec is given
 * @param content the logical name that has the version: in a collection, an array, a map or an optional that of the elements
 * @param depth how many collections, arrays and maps contain each other around the content
 */
record StoredType(String name, int version, Type type, String content, int depth) {

    /** Returns the type of collections of this type, or of optional values. */
    StoredType within(String containerName, Type container, int levels) {
        return new StoredType(containerName, version, container, content, depth + levels);
    }
}
