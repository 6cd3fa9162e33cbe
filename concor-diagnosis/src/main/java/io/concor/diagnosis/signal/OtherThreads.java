package io.concor.diagnosis.signal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The threads outside of the flows that may hold a connection: those that run a request, a job or a listener, or that use a
 * pool. No pool tells who holds its connections, so more threads are counted rather than fewer. To read all stacks takes
 * some milliseconds. For one thread.
 */
final class OtherThreads {

    /** What calls code of the application, and pools: their classes stand between such code and a connection. */
    private static final List<String> USERS = List.of(
            "org.springframework.",
            "jakarta.servlet.",
            "org.hibernate.",
            "com.zaxxer.hikari.",
            "org.apache.commons.dbcp2.",
            "org.apache.tomcat.jdbc.",
            "oracle.ucp.");
    /** While virtual threads run, of which no list exists, so does a thread of this class. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** As many as any pool may have connections. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private final Supplier<Map<Thread, StackTraceElement[]>> stacks;

    /** @param stacks returns the stacks of all threads */
    OtherThreads(Supplier<Map<Thread, StackTraceElement[]>> stacks) {
        this.stacks = stacks;
    }

    /**
     * Counts the threads that may hold a connection now. Virtual threads may be any number.
     *
     * @param ofFlows the threads of the flows, which are counted elsewhere
     */
    int mayHoldConnections(Set<Long> ofFlows) {
        Map<Thread, StackTraceElement[]> all = stacks.get();
        return all.keySet().stream().anyMatch(OtherThreads::carriesVirtualThreads)
                ? UNKNOWN
                : (int) all.entrySet().stream()
                        .filter(thread -> !ofFlows.contains(thread.getKey().getId()))
                        .filter(thread -> mayHoldConnection(thread.getValue()))
                        .count();
    }

    private static boolean carriesVirtualThreads(Thread thread) {
        return thread.getClass().getName().equals(CARRIER);
    }

    private static boolean mayHoldConnection(StackTraceElement[] stack) {
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .filter(type -> !keepsServerAlive(type))
                .anyMatch(type -> USERS.stream().anyMatch(type::startsWith));
    }

    /** Each web server of Spring Boot has a thread that waits for its end, such as in {@code TomcatWebServer$1}. */
    private static boolean keepsServerAlive(String type) {
        return type.startsWith("org.springframework.boot.") && type.contains("WebServer");
    }
}
