package io.concor.simulator.queues.check;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The names of the clients, a prefix and a number, and their common password. Immutable. */
public final class ClientAccounts {

    private final String prefix;
    private final String password;

    /**
     * Creates the accounts.
     *
     * @param prefix beginning of each name: characters that need no escape in JSON, and no colon
     * @param password the password of all clients
     */
    public ClientAccounts(String prefix, String password) {
        this.prefix = prefix;
        this.password = password;
    }

    public String name(int client) {
        return prefix + client;
    }

    /** Returns the value of the header {@code Authorization}. */
    public String authorization(int client) {
        byte[] login = (name(client) + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }
}
