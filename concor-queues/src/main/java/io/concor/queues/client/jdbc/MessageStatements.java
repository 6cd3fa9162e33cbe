package io.concor.queues.client.jdbc;

import io.concor.queues.client.MessageToSend;
import io.concor.queues.jdbc.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements for the calls that clients make often. Each tells from one look at the database whether clients and queues exist
 * and what became of the call. Thread-safe.
 *
 * <p>Where messages for a client lie: a message has a receiver, or 0 for any, and can be received while its {@code due_at} is 0. So
 * the oldest message for a client is the first one of two ranges of an index, those of the client and those of any, whatever lies
 * in front for others. The client's own messages in the second range are stepped over; behind many, the ranges of all other senders
 * are asked one by one.
 */
interface MessageStatements {

    /** Returns the statements for a database. */
    static MessageStatements of(Dialect dialect) {
        return dialect.id().equals("postgresql") ? new PostgresMessages(dialect) : new StepwiseMessages(dialect);
    }

    /** Returns whether a call makes several statements, which belong into one transaction. */
    boolean isStepwise();

    /**
     * Stores messages.
     *
     * @param rememberMillis how long a second message of the same id is not taken
     * @return an answer for each, in their order
     */
    List<SendAnswer> send(Connection connection, List<OutgoingMessage> messages, long rememberMillis)
            throws SQLException;

    /** Returns the same requests in lists that are served together, each in a transaction of its own. */
    List<List<MessageTake>> together(List<MessageTake> takes);

    /** Takes or leases a message for each request of a list that is served {@link #together}, in the order of each client. */
    List<ReceiveAnswer> receive(Connection connection, List<MessageTake> takes) throws SQLException;

    /** Reads what {@link #receive} would take for each of them. */
    List<ReceiveAnswer> peek(Connection connection, List<MessageTake> takes) throws SQLException;

    /** Returns the queues in which messages wait for each client, in no order; null for a client that is not registered. */
    List<@Nullable List<String>> waiting(Connection connection, List<String> clients) throws SQLException;

    /** Deletes messages that clients have leased. */
    List<MessageEnd.Answer> end(Connection connection, List<MessageEnd> ends) throws SQLException;

    /**
     * Returns of which senders inboxes have messages that can be received, and how many of them, counted up to {@link
     * MessageInbox#MOST_COUNTED}. Not of all senders: of those to any client, two are enough for each to have one of another.
     */
    Map<MessageInbox, Integer> filled(Connection connection, List<MessageInbox> inboxes) throws SQLException;

    /** Lets messages be received that are leased or delayed, but for those that others have locked. */
    List<ReturnedMessage> giveBack(Connection connection, ReturnChoice choice, int limit) throws SQLException;

    /**
     * What the database said about a message that was sent.
     *
     * @param senderKnown whether the sender is registered
     * @param queueKnown whether the queue exists
     * @param receiverKnown whether the receiver is registered; true without one
     * @param taken whether the message was stored; if not and all are known, one of the same id had been
     * @param id its place
     */
    record SendAnswer(boolean senderKnown, boolean queueKnown, boolean receiverKnown, boolean taken, long id) {

        /** Returns the same answer with a place. */
        SendAnswer at(long place) {
            return new SendAnswer(senderKnown, queueKnown, receiverKnown, taken, place);
        }
    }

    /**
     * What the database said about a request for a message.
     *
     * @param clientKnown whether the client is registered
     * @param queueKnown whether the queue exists
     * @param fromKnown whether the sender that was asked for is known; true without one
     * @param state whether there is a message
     * @param message the message, if there is one
     */
    record ReceiveAnswer(
            boolean clientKnown,
            boolean queueKnown,
            boolean fromKnown,
            State state,
            @Nullable MessageRow message) {

        /** Whether there is a message. */
        enum State {
            /** It was found. The order of these is that of the numbers in statements. */
            FOUND,
            /** There is none for the client. */
            EMPTY,
            /** There are some, which others are just taking. */
            BUSY,
            /** So many messages of the client itself stand in front that it is not known whether there is one behind. */
            HIDDEN,
            /** The first one is another's, or of the client itself: it was looked no further. */
            BEHIND
        }
    }

    /**
     * A message that was checked.
     *
     * @param message the message
     * @param content its content in UTF-8
     * @param length characters of the content
     */
    record OutgoingMessage(MessageToSend message, byte[] content, int length) {}
}
