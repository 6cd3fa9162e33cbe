package io.concor.queues;

/**
 * Lifts stored messages of a type from one version to the next. Several form a chain: from version 1 to 2, from 2 to 3. The
 * last one must lead to the version of the class. Thread-safe.
 *
 * <pre>{@code
 * @Bean
 * MessageUpcaster<ObjectNode> ordersHaveACurrency() {
 *     return MessageUpcaster.of("order", 1, ObjectNode.class, order -> order.put("currency", "EUR"));
 * }
 * }</pre>
 *
 * @param <F> the form of the message: {@code byte[]} with any codec, or the tree of a {@link TreeMessageCodec}, such as {@code
 *     JsonNode} or {@code ObjectNode}
 */
public interface MessageUpcaster<F> {

    /** Returns the logical name of the type. */
    String type();

    /** Returns the version that is lifted, at least 1. The result is of the next one. */
    int fromVersion();

    /** Returns the class of the form. */
    Class<F> form();

    /**
     * Lifts a message.
     *
     * @param message the message of the old version; a tree may be changed and returned
     * @return the message of the next version
     * @throws Exception if it cannot be lifted: the event becomes a dead letter
     */
    F lift(F message) throws Exception;

    /** Returns an upcaster that consists of one function, which any thread may call. */
    static <F> MessageUpcaster<F> of(String type, int fromVersion, Class<F> form, Lift<F> lift) {
        return new FunctionUpcaster<>(type, fromVersion, form, lift);
    }

    /** Lifts a message to the next version. */
    @FunctionalInterface
    interface Lift<F> {

        /** See {@link MessageUpcaster#lift}. */
        F apply(F message) throws Exception;
    }
}
