package io.concor.queueserver.request;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client as it came: read, but not understood. Immutable, although its body is an array.
 *
 * @param operation what is asked for
 * @param caller who asks
 * @param queue the name in the path, or null
 * @param message the id of a message in the path, or null
 * @param query the query of the address, as it was sent, or null
 * @param body the body
 */
public record ApiRequest(
        ClientOperation operation,
        Caller caller,
        @Nullable String queue,
        @Nullable String message,
        @Nullable String query,
        byte[] body) {

    private static final byte[] NONE = {};

    /** Returns a request without names in its path, and without a body. */
    public static ApiRequest of(ClientOperation operation, Caller caller, @Nullable String query) {
        return new ApiRequest(operation, caller, null, null, query, NONE);
    }

    /** Returns the same request for a queue. */
    public ApiRequest at(String name) {
        return new ApiRequest(operation, caller, name, message, query, body);
    }

    /** Returns the same request for a message. */
    public ApiRequest of(String id) {
        return new ApiRequest(operation, caller, queue, id, query, body);
    }

    /** Returns the same request with a body. */
    public ApiRequest with(byte[] bytes) {
        return new ApiRequest(operation, caller, queue, message, query, bytes);
    }

    /** Returns the name of the caller. */
    String client() {
        return caller.name();
    }

    /** Returns the queue of an operation that has one. */
    String queueName() {
        return Objects.requireNonNull(queue, "the path names a queue");
    }

    /** Returns the message of an operation that has one. */
    String messageId() {
        return Objects.requireNonNull(message, "the path names a message");
    }
}
