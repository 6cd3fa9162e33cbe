package io.concor.queues.client.jdbc;

import io.concor.QueueStoreException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.SentMessage;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.client.jdbc.MessageStatements.OutgoingMessage;
import io.concor.queues.client.jdbc.MessageStatements.SendAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** The calls that send messages. Thread-safe. */
final class SendCalls {

    private static final String ACTION = "store messages";
    /** Of one transaction, unless one message has more. */
    private static final long MOST_BYTES = 8L << 20;

    private final ClientDatabase database;
    private final MessageStatements statements;
    private final RequestCheck check;
    private final long rememberMillis;
    private final Consumer<List<MessageToSend>> sent;

    /**
     * @param sent learns which messages were stored
     */
    SendCalls(
            ClientDatabase database,
            MessageStatements statements,
            QueuesSettings settings,
            Consumer<List<MessageToSend>> sent) {
        this.database = database;
        this.statements = statements;
        this.sent = sent;
        check = new RequestCheck(settings);
        rememberMillis = settings.remember().toMillis();
    }

    List<RequestOutcome<SentMessage>> sendAll(List<MessageToSend> messages) {
        RequestCheck.atOnce(messages);
        return Refusals.served(messages, check::send, this::store, (message, answer) -> answer.read(message));
    }

    /** What became of a message, or why it is not known. */
    private interface Answer {
        SentMessage read(MessageToSend message);
    }

    private List<Answer> store(List<OutgoingMessage> messages) {
        List<Answer> answers = new ArrayList<>(messages.size());
        int start = 0;
        long bytes = 0;
        for (int i = 0; i < messages.size(); i++) {
            long size = messages.get(i).content().length;
            if (i > start && bytes + size > MOST_BYTES) {
                answers.addAll(stored(messages.subList(start, i)));
                start = i;
                bytes = 0;
            }
            bytes += size;
        }
        answers.addAll(stored(messages.subList(start, messages.size())));
        return answers;
    }

    private List<Answer> stored(List<OutgoingMessage> messages) {
        try {
            return answers(
                    messages, database.change(ACTION, statements, c -> statements.send(c, messages, rememberMillis)));
        } catch (QueueStoreException failed) {
            List<Answer> answers = new ArrayList<>();
            messages.forEach(message -> answers.add(m -> {
                throw failed;
            }));
            return answers;
        }
    }

    private List<Answer> answers(List<OutgoingMessage> messages, List<SendAnswer> written) {
        List<MessageToSend> taken = new ArrayList<>();
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            SendAnswer answer = written.get(i);
            if (answer.taken()) {
                taken.add(messages.get(i).message());
            }
            answers.add(message -> read(message, answer));
        }
        sent.accept(taken);
        return answers;
    }

    private static SentMessage read(MessageToSend message, SendAnswer answer) {
        if (!answer.senderKnown()) {
            throw new UnknownClientException(message.from());
        }
        if (!answer.queueKnown()) {
            throw new UnknownQueueException(message.queue());
        }
        if (!answer.receiverKnown()) {
            throw new UnknownClientException(Objects.requireNonNull(message.to()));
        }
        return new SentMessage(MessageRow.publicId(answer.id(), message.id()), !answer.taken());
    }
}
