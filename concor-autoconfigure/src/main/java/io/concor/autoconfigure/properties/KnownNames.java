package io.concor.autoconfigure.properties;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The names that keys of a map can mean. Compares them in their uniform form, as Spring compares properties: only letters
 * and digits count, in upper or lower case. The name of an environment variable has no other form. Immutable if the names
 * are.
 *
 * @param names the names of flows, components or users
 */
public record KnownNames(Collection<String> names) {

    /** Returns the names that have the uniform form of a key. */
    public List<String> meantBy(String key) {
        String uniform = uniform(key);
        return names.stream()
                .filter(name -> uniform(name).equals(uniform))
                .distinct()
                .toList();
    }

    /** Returns the name that is equal to a key, or the only one that has its uniform form; otherwise the key. */
    public String resolve(String key) {
        List<String> meant = meantBy(key);
        return meant.size() == 1 ? meant.get(0) : key;
    }

    /**
     * Returns the name that a key means; the key if it means none.
     *
     * @throws CollidingKeysException if it means several
     */
    public String requireOne(PropertyPath map, String key) {
        List<String> meant = meantBy(key);
        if (meant.size() > 1) {
            throw new CollidingKeysException(map.key(key), meant);
        }
        return meant.isEmpty() ? key : meant.get(0);
    }

    /** Returns the uniform form of a name; the name itself if it has no letter or digit. */
    static String uniform(String name) {
        String uniform = name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
        return uniform.isEmpty() ? name : uniform;
    }
}
