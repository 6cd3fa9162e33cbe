package io.concor.experiments.clientqueues.hostile;

import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.QueueNames;
import java.time.Duration;

/** What hostile clients send first on a connection, as HTTP/1.1. Immutable. */
final class AttackRequests {

    private static final String JSON = "Content-Type: application/json\r\n";
    private static final long GIGABYTE = 1_000_000_000;
    private static final int SLOW_BYTES = 1000;

    private final String authority;
    private final ClientAccounts hostile;
    private final ClientAccounts guesses;
    private final Duration wait;

    /**
     * @param authority host and port of the server
     * @param hostile the accounts of the hostile clients
     * @param guesses the accounts of other clients, with a wrong password
     * @param wait how long receives wait
     */
    AttackRequests(String authority, ClientAccounts hostile, ClientAccounts guesses, Duration wait) {
        this.authority = authority;
        this.hostile = hostile;
        this.guesses = guesses;
        this.wait = wait;
    }

    /**
     * Returns a request, or a part of it.
     *
     * @param client the hostile client
     * @param queue number of a queue that exists
     */
    String request(Attack attack, int client, int queue) {
        String messages = "/queues/" + QueueNames.name(queue) + "/messages";
        return switch (attack) {
            case HUGE_BODY -> post(messages, client) + JSON + length(GIGABYTE);
            case ENDLESS_BODY -> post(messages, client) + JSON + "Transfer-Encoding: chunked\r\n\r\n";
            case SLOW_BODY -> post(messages, client) + JSON + length(SLOW_BYTES) + "{";
            case UNREAD_BODY -> head("POST", messages, guesses.authorization(client)) + JSON + length(SLOW_BYTES);
            case WRONG_LOGIN -> head("GET", "/queues", guesses.authorization(client)) + "\r\n";
            case UNKNOWN_QUEUE -> send("/queues/nowhere/messages", client, "{\"content\":\"to no queue\"}");
            case MALFORMED_JSON -> send(messages, client, "{\"content\":\"");
            case SILENT_CONNECTION -> "";
            case HALF_HEADER -> "POST " + messages + " HTTP/1.1\r\nHo";
            case WAITING_RECEIVE -> post(messages + "/receive?wait=" + wait.toMillis() + "ms", client) + length(0);
        };
    }

    private String send(String path, int client, String body) {
        return post(path, client) + JSON + length(body.length()) + body;
    }

    private String post(String path, int client) {
        return head("POST", path, hostile.authorization(client));
    }

    private String head(String method, String path, String authorization) {
        return method + ' ' + path + " HTTP/1.1\r\nHost: " + authority + "\r\nAuthorization: " + authorization + "\r\n";
    }

    private static String length(long bytes) {
        return "Content-Length: " + bytes + "\r\n\r\n";
    }
}
