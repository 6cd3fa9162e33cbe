package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class OtherThreadsTest {

    private final Map<Thread, StackTraceElement[]> stacks = new LinkedHashMap<>();
    private final OtherThreads others = new OtherThreads(() -> stacks);

    private Thread thread(String... classes) {
        Thread thread = new Thread(() -> {});
        stacks.put(
                thread,
                Stream.of(classes)
                        .map(type -> new StackTraceElement(type, "run", null, -1))
                        .toArray(StackTraceElement[]::new));
        return thread;
    }

    @Test
    void countsThreadsOfTheApplication() {
        thread("java.lang.Thread", "shop.Report", "java.util.concurrent.ThreadPoolExecutor$Worker", "java.lang.Thread");
        thread("java.util.concurrent.SynchronousQueue", "java.util.concurrent.ThreadPoolExecutor", "java.lang.Thread");

        assertThat(others.mayHoldConnections(Set.of())).isEqualTo(1);
    }

    @Test
    void countsThreadsThatRunARequestOrAJobOrUseAPool() {
        thread("java.lang.Thread", "shop.Reports", "org.springframework.web.servlet.DispatcherServlet");
        thread("shop.Nightly", "org.springframework.scheduling.support.ScheduledMethodRunnable", "java.lang.Thread");
        thread("org.h2.jdbc.JdbcStatement", "com.zaxxer.hikari.pool.ProxyStatement", "shop.Import");

        assertThat(others.mayHoldConnections(Set.of())).isEqualTo(3);
    }

    @Test
    void ignoresThreadsThatWaitForWork() {
        thread(
                "jdk.internal.misc.Unsafe",
                "java.util.concurrent.LinkedBlockingQueue",
                "org.apache.tomcat.util.threads.TaskQueue",
                "java.util.concurrent.ThreadPoolExecutor",
                "java.lang.Thread");
        thread("sun.nio.ch.EPoll", "org.apache.tomcat.util.net.NioEndpoint$Poller", "java.lang.Thread");
        thread("org.apache.catalina.core.StandardServer", "org.springframework.boot.tomcat.TomcatWebServer$1");
        thread("java.util.concurrent.CountDownLatch", "org.springframework.boot.reactor.netty.NettyWebServer$1");
        thread();

        assertThat(others.mayHoldConnections(Set.of())).isZero();
    }

    @Test
    void ignoresThreadsOfABrokerAndItsClients() {
        thread("kafka.network.RequestChannel", "kafka.server.KafkaRequestHandler", "java.lang.Thread");
        thread(
                "org.apache.kafka.clients.consumer.KafkaConsumer",
                "io.concor.kafka.read.GroupReader",
                "java.lang.Thread");
        thread("java.util.concurrent.locks.LockSupport", "io.concor.kafka.write.PutProducer", "java.lang.Thread");

        assertThat(others.mayHoldConnections(Set.of())).isZero();
    }

    @Test
    void ignoresThreadsThatRunTestsOrReadFromProcesses() {
        thread(
                "java.lang.Thread",
                "org.awaitility.core.ConditionAwaiter",
                "org.junit.platform.launcher.core.DefaultLauncher",
                "org.apache.maven.surefire.booter.ForkedBooter");
        thread("java.io.FileInputStream", "org.apache.maven.surefire.booter.CommandReader", "java.lang.Thread");
        thread(
                "java.io.FileInputStream",
                "org.gradle.process.internal.worker.child.SystemApplicationClassLoaderWorker");
        thread("java.io.FileInputStream", "org.apache.commons.exec.StreamPumper", "java.lang.Thread");

        assertThat(others.mayHoldConnections(Set.of())).isZero();
    }

    @Test
    void ignoresThreadsOfFlows() {
        Thread worker = thread("com.zaxxer.hikari.pool.HikariPool", "shop.Order", "io.concor.engine.pool.WorkerLoop");
        thread("com.zaxxer.hikari.pool.HikariPool", "shop.Import");

        assertThat(others.mayHoldConnections(Set.of(worker.getId()))).isEqualTo(1);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void mayBeAnyNumberWhileVirtualThreadsRun() throws Exception {
        try (Flow<String, String> flow = Flows.<String>create("flow")
                .join(JoinSettings.virtual(1))
                .map((String message) -> message, "task")
                .build()) {
            flow.submit("message").get();

            assertThat(new OtherThreads(Thread::getAllStackTraces).mayHoldConnections(Set.of()))
                    .isEqualTo(OtherThreads.UNKNOWN);
        }
    }
}
