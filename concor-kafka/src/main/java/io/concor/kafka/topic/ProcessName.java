package io.concor.kafka.topic;

import io.concor.text.SafeText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name by which people find a process, in all that they are shown of it: its host, and its number there. */
public final class ProcessName {

    /** The name of this process. */
    public static final String OWN =
            SafeText.shown(host() + "/" + ProcessHandle.current().pid());

    /** What tells the clients of one process apart, which brokers and the JVM ask for. */
    private static final AtomicLong CLIENTS = new AtomicLong();

    private static final Pattern OF_CLIENT = Pattern.compile("(.+)#[0-9]+(?:@[^#@]*)?");

    private ProcessName() {}

    private static String host() {
        String set = System.getenv("HOSTNAME"); // a container's, without asking a name server
        if (set != null && !set.isBlank()) {
            return set;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "unknown-host";
        }
    }

    /** Returns the id of another client of this process. */
    static String nextClient() {
        return OWN + "#" + CLIENTS.incrementAndGet();
    }

    /** Returns the name of the process of a client, by the id that the client has told brokers; nothing if it is of another form. */
    public static Optional<String> ofClient(String id) {
        Matcher found = OF_CLIENT.matcher(id);
        return found.matches() ? Optional.of(SafeText.shown(found.group(1))) : Optional.empty();
    }
}
