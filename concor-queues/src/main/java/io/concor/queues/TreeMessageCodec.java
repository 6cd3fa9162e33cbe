package io.concor.queues;

import java.util.function.UnaryOperator;

/**
 * A codec whose bytes can be read as a tree without knowing the class, so that {@linkplain MessageUpcaster upcasters} need not
 * parse. Any thread calls it.
 *
 * @param <T> the tree, such as {@code JsonNode}
 */
public interface TreeMessageCodec<T> extends MessageCodec {

    /** Returns the class of the trees. */
    Class<T> treeType();

    /**
     * Reads bytes as a tree that upcasters may change.
     *
     * @throws Exception if they are not in the format of this codec
     */
    T parse(byte[] body) throws Exception;

    /** Writes a tree as bytes. */
    byte[] format(T tree);

    /** Returns whether a tree stands for null. No upcaster is given it. */
    boolean isNull(T tree);

    /**
     * Replaces what a tree contains: the elements of a collection or an array, or the values of a map. Returns other trees as
     * they are.
     */
    T mapElements(T tree, UnaryOperator<T> change);
}
