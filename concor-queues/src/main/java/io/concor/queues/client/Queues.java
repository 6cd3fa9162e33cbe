package io.concor.queues.client;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Message queues for clients: a client sends messages to another one, or to any other, and takes those that are for it. Each
 * message is given to one client, and never to its sender. Thread-safe.
 *
 * <p>Each method blocks for its statements in the database, and for nothing else: to wait for a message, ask {@link #arrivals}.
 * Who a client is was found out before: a name is taken as it is, and compared exactly.
 *
 * <p>All methods that take the name of a client throw {@link UnknownClientException} if it is not registered, {@link
 * InvalidRequestException} if a value is out of its bounds, and {@link io.concor.QueueStoreException} if the database fails. A
 * method that throws has changed nothing, unless the latter says that its outcome is unknown.
 */
public interface Queues extends AutoCloseable {

    /**
     * Registers a client. Does nothing if it is registered. One that comes back finds the messages that were sent to it before
     * it left.
     *
     * @return whether it was not registered
     * @throws QueueLimitException if there are too many clients
     */
    boolean register(String client);

    /**
     * Removes a client: nothing can be sent to it any more. Messages that it sent, and those that wait for it, stay; what it has
     * leased comes back.
     */
    void leave(String client);

    /**
     * Creates a queue. Does nothing if the same client has created it before, so that a lost answer can be asked for again.
     *
     * @return whether it did not exist
     * @throws QueueExistsException if another client has created it
     * @throws QueueLimitException if there are too many queues
     */
    boolean create(String client, String queue);

    /**
     * Deletes a queue. Any client may. Takes several round trips, since it waits for those who send into the queue at the same
     * time.
     *
     * @param force whether the messages in it, also leased and delayed ones, are deleted with it
     * @throws UnknownQueueException if there is none
     * @throws QueueFilledException if it holds messages and {@code force} is false
     */
    void delete(String client, String queue, boolean force);

    /**
     * Returns names of queues in their order.
     *
     * @param after the name behind which the list begins, or null for its beginning
     * @param limit how many at most, 1 to 1,000
     */
    List<String> queues(String client, @Nullable String after, int limit);

    /**
     * Returns the names of the queues in which messages wait that the client could receive now, in their order. At most as many
     * as there may be queues.
     */
    List<String> waiting(String client);

    /**
     * The same as {@link #waiting} for several clients, in one round trip where the database can: costs much less than one by one.
     *
     * @param clients at most {@link QueuesSettings#MOST_AT_ONCE}; one may occur several times
     * @return an outcome for each client, in their order
     */
    List<RequestOutcome<List<String>>> waitingAll(List<String> clients);

    /**
     * Sends a message. When this returns, the message is stored.
     *
     * @throws UnknownQueueException if there is no such queue
     * @throws UnknownClientException if the sender or the receiver is not registered
     * @throws ContentTooLongException if the content is too long
     */
    SentMessage send(MessageToSend message);

    /**
     * Sends messages in one transaction, which costs little more than one. Each is taken or refused by itself.
     *
     * @param messages at most {@link QueuesSettings#MOST_AT_ONCE}; they get their places in the queues in the order of the list
     * @return an outcome for each message, in their order
     */
    List<RequestOutcome<SentMessage>> sendAll(List<MessageToSend> messages);

    /**
     * Takes the oldest message for a client. Does not wait for one.
     *
     * @return the message; empty if there is none now
     * @throws UnknownQueueException if there is no such queue
     * @throws UnknownClientException if the client, or the sender that is asked for, is not registered
     */
    Optional<ReceivedMessage> receive(ReceiveRequest request);

    /**
     * Takes several messages, in few transactions, and in few round trips where the database can. Each request is served or refused
     * by itself, as {@link #receive} does, and keeps what it got if the database fails at another one. Requests that differ in
     * having a lease or a sender may be served in another order.
     *
     * @param requests at most {@link QueuesSettings#MOST_AT_ONCE}
     * @return an outcome for each request, in their order
     */
    List<RequestOutcome<Optional<ReceivedMessage>>> receiveAll(List<ReceiveRequest> requests);

    /**
     * Reads the message that {@link #receive} would take, and leaves it.
     *
     * @param from the sender, or null for any
     * @return the message; empty if there is none now
     * @throws UnknownQueueException if there is no such queue
     */
    Optional<ClientMessage> peek(String client, String queue, @Nullable String from);

    /**
     * The same as {@link #peek} for several requests, whose leases have no meaning; costs less than one by one.
     *
     * @param requests at most {@link QueuesSettings#MOST_AT_ONCE}
     * @return an outcome for each request, in their order
     */
    List<RequestOutcome<Optional<ClientMessage>>> peekAll(List<ReceiveRequest> requests);

    /**
     * Ends a message that was received with a lease: it is deleted.
     *
     * @param id the message's
     * @param receipt the one that came with it
     * @throws UnknownQueueException if there is no such queue
     * @throws NotForClientException if another client has leased it
     * @throws ReceiptGoneException if the lease has ended, by the clock of the database, or the message was ended before
     */
    void end(String client, String queue, String id, String receipt);

    /**
     * Ends messages in one transaction, which costs little more than one. Each is ended or refused by itself, as {@link #end} does.
     *
     * @param requests at most {@link QueuesSettings#MOST_AT_ONCE}; of two for one message, the second is refused
     * @return the id of the message, or why it was not ended, for each request, in their order
     */
    List<RequestOutcome<String>> endAll(List<EndRequest> requests);

    /** Returns what wakes those who wait for messages. */
    MessageArrivals arrivals();

    /** Returns what operators see and do. */
    QueuesManagement management();

    /** Ends its threads. Those who wait are woken as at their deadline. Waits some seconds at most. */
    @Override
    void close();
}
