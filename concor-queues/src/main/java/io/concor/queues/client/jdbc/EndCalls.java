package io.concor.queues.client.jdbc;

import io.concor.queues.client.EndRequest;
import io.concor.queues.client.NotForClientException;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import java.util.List;
import java.util.function.Consumer;

/** The calls that end leased messages. Thread-safe. */
final class EndCalls {

    private final ClientDatabase database;
    private final MessageStatements statements;
    private final Consumer<EndRequest> ended;

    /**
     * @param ended learns which messages were ended
     */
    EndCalls(ClientDatabase database, MessageStatements statements, Consumer<EndRequest> ended) {
        this.database = database;
        this.statements = statements;
        this.ended = ended;
    }

    List<RequestOutcome<String>> endAll(List<EndRequest> requests) {
        RequestCheck.atOnce(requests);
        return Refusals.served(
                requests,
                EndCalls::checked,
                ends -> database.change("end messages", statements, c -> statements.end(c, ends)),
                this::read);
    }

    private static MessageEnd checked(EndRequest request) {
        RequestCheck.name("client", request.client());
        RequestCheck.name("queue", request.queue());
        RequestCheck.name("id", request.id());
        return new MessageEnd(request, MessageReceipt.of(request.receipt()));
    }

    private String read(EndRequest request, MessageEnd.Answer answer) {
        switch (answer) {
            case ENDED -> ended.accept(request);
            case UNKNOWN_CLIENT -> throw new UnknownClientException(request.client());
            case UNKNOWN_QUEUE -> throw new UnknownQueueException(request.queue());
            case NOT_LEASED_BY_CLIENT -> throw new NotForClientException(request.client(), request.id());
            case GONE -> throw new ReceiptGoneException(request.queue(), request.id());
        }
        return request.id();
    }
}
