package io.concor.kafka.member;

import io.concor.text.SafeText;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name by which people find this process: its host, and its number there. */
final class ProcessName {

    static final String OWN =
            SafeText.shown(host() + "/" + ProcessHandle.current().pid());

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
}
