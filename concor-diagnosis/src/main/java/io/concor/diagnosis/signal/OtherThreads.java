package io.concor.diagnosis.signal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The threads outside of the flows that may hold a connection: those in code of the application, such as a request, a job or
 * a listener. No pool tells who holds its connections, so more threads are counted rather than fewer: each with a class that
 * may be one of the application. To read all stacks takes some milliseconds. For one thread.
 */
final class OtherThreads {

    /** Prefixes of classes that are not the application's: threads with only such are idle, or do work of a library. */
    private static final List<String> OF_NO_APPLICATION = List.of("""
            java. javax. jdk. sun. com.sun.
            io.concor.engine. io.concor.manage. io.concor.diagnosis. io.concor.autoconfigure.
            io.concor.kafka.read. io.concor.kafka.write. io.concor.kafka.store. io.concor.kafka.administration.
            org.apache.tomcat. org.apache.coyote. org.apache.catalina. org.eclipse.jetty. io.netty. reactor. org.apache.hc.
            ch.qos.logback. org.apache.logging.log4j.
            com.zaxxer.hikari. org.apache.commons.dbcp2. org.apache.commons.pool2.
            org.h2. org.postgresql. com.mysql. org.mariadb. oracle. com.microsoft.sqlserver. com.mongodb.
            org.apache.kafka. kafka. com.rabbitmq. com.lmax.disruptor.
            org.springframework.boot.devtools. org.apache.commons.exec.
            org.apache.maven.surefire. org.gradle. org.junit. org.awaitility.""".split("\\s+"));
    /** While virtual threads run, of which no list exists, so does a thread of this class. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** As many as any pool may have connections. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private final Supplier<Map<Thread, StackTraceElement[]>> stacks;

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
        return all.keySet().stream()
                        .anyMatch(thread -> thread.getClass().getName().equals(CARRIER))
                ? UNKNOWN
                : (int) all.entrySet().stream()
                        .filter(thread -> !ofFlows.contains(thread.getKey().getId()))
                        .filter(thread -> mayHoldConnection(thread.getValue()))
                        .count();
    }

    private static boolean mayHoldConnection(StackTraceElement[] stack) {
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .filter(type -> !keepsServerAlive(type))
                .anyMatch(type -> OF_NO_APPLICATION.stream().noneMatch(type::startsWith));
    }

    /** Each web server of Spring Boot has a thread that waits for its end, such as in {@code TomcatWebServer$1}. */
    private static boolean keepsServerAlive(String type) {
        return type.startsWith("org.springframework.boot.") && type.contains("WebServer");
    }
}
