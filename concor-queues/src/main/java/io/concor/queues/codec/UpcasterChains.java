package io.concor.queues.codec;

import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageName;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.TreeMessageCodec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The upcasters of all types, by version. Immutable. */
final class UpcasterChains {

    private final Map<String, NavigableMap<Integer, MessageUpcaster<?>>> byType = new HashMap<>();

    /**
     * Orders the upcasters.
     *
     * @throws InvalidMessageTypeException if two lift the same version, or the codec has no messages of the form
     */
    UpcasterChains(MessageCodec codec, Collection<MessageUpcaster<?>> upcasters) {
        for (MessageUpcaster<?> upcaster : upcasters) {
            MessageName from = new MessageName(upcaster.type(), upcaster.fromVersion());
            requireForm(codec, upcaster);
            MessageUpcaster<?> other =
                    byType.computeIfAbsent(from.name(), type -> new TreeMap<>()).put(from.version(), upcaster);
            if (other != null) {
                throw new InvalidMessageTypeException(
                        "two upcasters lift type '" + from.name() + "' from version " + from.version() + ": " + other
                                + " and " + upcaster,
                        "Remove one of them");
            }
        }
    }

    private static void requireForm(MessageCodec codec, MessageUpcaster<?> upcaster) {
        Class<?> form = upcaster.form();
        boolean isTree =
                codec instanceof TreeMessageCodec<?> tree && tree.treeType().isAssignableFrom(form);
        if (form != byte[].class && !isTree) {
            String trees = codec instanceof TreeMessageCodec<?> tree
                    ? " or " + tree.treeType().getName()
                    : ", as the codec has no trees";
            throw new InvalidMessageTypeException(
                    upcaster + " takes messages as " + form.getTypeName() + ", which the codec "
                            + codec.getClass().getName() + " does not have",
                    "Let it take byte[]" + trees);
        }
    }

    /**
     * Checks that the upcasters of a type lead to its version without a gap.
     *
     * @throws InvalidMessageTypeException if they do not
     */
    void check(String type, int version) {
        NavigableMap<Integer, MessageUpcaster<?>> chain = byType.get(type);
        if (chain == null) {
            return;
        }
        if (chain.lastKey() >= version) {
            throw new InvalidMessageTypeException(
                    "an upcaster lifts type '" + type + "' from version " + chain.lastKey() + " to "
                            + (chain.lastKey() + 1) + ", but the class has version " + version,
                    "Raise the version of the class, with @MessageType or concor.queues.types." + type
                            + ".version, or remove the upcaster");
        }
        for (int from = chain.firstKey(); from < version; from++) {
            requirePresent(chain, type, from);
        }
    }

    private static void requirePresent(NavigableMap<Integer, MessageUpcaster<?>> chain, String type, int from) {
        if (!chain.containsKey(from)) {
            throw new InvalidMessageTypeException(
                    "type '" + type + "' has upcasters from version " + chain.firstKey() + " on, but none from version "
                            + from + " to " + (from + 1),
                    "Add the missing upcaster");
        }
    }

    /** Returns the upcasters that lift a type from a version on, by version; empty if there is none from that version. */
    Collection<MessageUpcaster<?>> from(String type, int version) {
        NavigableMap<Integer, MessageUpcaster<?>> chain = byType.getOrDefault(type, new TreeMap<>());
        return chain.containsKey(version) ? chain.tailMap(version).values() : java.util.List.of();
    }
}
