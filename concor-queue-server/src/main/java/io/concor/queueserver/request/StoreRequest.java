package io.concor.queueserver.request;

import io.concor.ConcorException;
import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.Queues;
import io.concor.queues.client.ReceiveRequest;
import java.time.Duration;
import java.util.function.Function;

/** What is asked of the queues. Immutable. */
sealed interface StoreRequest {

    /** Sends a message. */
    record Send(MessageToSend message) implements StoreRequest {}

    /**
     * Takes a message.
     *
     * @param patience how long the client waits for one
     */
    record Receive(ReceiveRequest wanted, Duration patience) implements StoreRequest {}

    /** Reads the message that would be taken. */
    record Peek(ReceiveRequest wanted) implements StoreRequest {}

    /** Ends a message. */
    record End(EndRequest wanted) implements StoreRequest {}

    /** Lists the queues in which messages wait for a client. */
    record ListWaiting(String client) implements StoreRequest {}

    /** Nothing: the client did something wrong. That is an answer like others, and no error of the flow. */
    record Refused(ConcorException reason) implements StoreRequest {}

    /** Anything else: it is rare, and asked alone. */
    record Other(Function<Queues, Result> work) implements StoreRequest {}
}
