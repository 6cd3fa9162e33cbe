package io.concor.experiments.clientqueues.testbed;

import io.concor.simulator.queues.check.ClientAccounts;
import java.util.List;
import java.util.Map;

/**
 * The settings of queue servers.
 *
 * @param clients how many clients the servers know, by the beginning of their names: letters and digits
 * @param jvm options of their JVMs, such as {@code -Xmx512m}
 * @param arguments further settings of the servers, as {@code --name=value}
 */
public record QueueServerSettings(Map<String, Integer> clients, List<String> jvm, List<String> arguments) {

    /** The password of all accounts. They exist for the time of an experiment only, on the local host. */
    static final String PASSWORD = "only for an experiment";

    /** Returns the accounts of the clients whose names begin with a prefix. */
    public static ClientAccounts accounts(String prefix) {
        return new ClientAccounts(prefix, PASSWORD);
    }
}
