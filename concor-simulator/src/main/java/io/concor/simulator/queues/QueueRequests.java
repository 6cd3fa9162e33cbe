package io.concor.simulator.queues;

import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.check.MessageRoute;
import io.concor.simulator.queues.check.QueueNames;
import io.concor.simulator.queues.http.QueueCall;
import io.concor.simulator.queues.http.QueueRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Creates the requests of the clients. Immutable. */
final class QueueRequests {

    private static final byte[] NO_BODY = {};
    private static final int LOGGED_CHARACTERS = 5;

    private final ClientLoadSettings settings;
    private final MessageContents contents;
    private final String receiveQuery;

    QueueRequests(ClientLoadSettings settings, MessageContents contents) {
        this.settings = settings;
        this.contents = contents;
        this.receiveQuery = settings.lease() == null
                ? ""
                : "?ack=explicit&lease=" + settings.lease().toMillis() + "ms";
    }

    QueueRequest register(int client) {
        return new QueueRequest(QueueCall.REGISTER, "POST", "/queues/clients", authorization(client), NO_BODY);
    }

    QueueRequest create(int client, int queue) {
        byte[] body = ascii("{\"name\":\"" + QueueNames.name(queue) + "\"}");
        return new QueueRequest(QueueCall.CREATE, "POST", "/queues", authorization(client), body);
    }

    /** Returns a request that fails if a queue that could not be created does not exist. */
    QueueRequest peek(QueueRequest creation, int queue) {
        return new QueueRequest(QueueCall.PEEK, "GET", messages(queue) + "/peek", creation.authorization(), NO_BODY);
    }

    QueueRequest send(String authorization, int sender, int number, MessageRoute route) {
        byte[] body = ascii("{\"id\":\"" + contents.id(sender, number)
                + "\",\"to\":\"" + settings.accounts().name(route.receiver())
                + "\",\"content\":\"" + contents.content(sender, number) + "\"}");
        return new QueueRequest(QueueCall.SEND, "POST", messages(route.queue()), authorization, body);
    }

    QueueRequest list(String authorization) {
        return new QueueRequest(QueueCall.LIST, "GET", "/queues?waiting=me", authorization, NO_BODY);
    }

    QueueRequest receive(String authorization, int queue) {
        return new QueueRequest(
                QueueCall.RECEIVE, "POST", messages(queue) + "/receive" + receiveQuery, authorization, NO_BODY);
    }

    QueueRequest end(String authorization, int queue, String id, String receipt) {
        String path = messages(queue) + '/' + encoded(id) + "?receipt=" + encoded(receipt);
        return new QueueRequest(QueueCall.END, "DELETE", path, authorization, NO_BODY);
    }

    /** Returns the first five characters of a message, for the log. */
    String beginning(int sender, int number) {
        return contents.head(sender, number).substring(0, LOGGED_CHARACTERS);
    }

    String authorization(int client) {
        return settings.accounts().authorization(client);
    }

    private static String messages(int queue) {
        return "/queues/" + QueueNames.name(queue) + "/messages";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
