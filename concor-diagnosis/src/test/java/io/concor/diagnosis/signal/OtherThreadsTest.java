package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class OtherThreadsTest {

    private static final String APPLICATION_CLASS = OtherThreadsTest.class.getName();
    private static final String LIBRARY_CLASS = Test.class.getName();
    private static final Set<String> APPLICATION = StackClasses.marks(OtherThreadsTest.class);

    private final Map<Thread, StackTraceElement[]> stacks = new LinkedHashMap<>();
    private final FakeTimes times = new FakeTimes();
    private final OtherThreads others = new OtherThreads(() -> stacks, times);
    private Set<String> application = APPLICATION;
    private long seconds;

    /** All threads have used the same. */
    private static final class FakeTimes extends ProcessorTimes {

        private long usedNanos;

        @Override
        long[] ofThreads(List<Long> ids) {
            return ids.stream().mapToLong(id -> usedNanos).toArray();
        }
    }

    /** A call of a database. */
    private abstract static class Query implements PreparedStatement {}

    private Thread thread(String... classes) {
        Thread thread = new Thread(() -> {});
        stacks.put(thread, stack(classes));
        return thread;
    }

    private static StackTraceElement[] stack(String... classes) {
        return Stream.of(classes)
                .map(type -> new StackTraceElement(type, "run", null, -1))
                .toArray(StackTraceElement[]::new);
    }

    private ConnectionHolders holders(Thread... ofFlows) {
        Set<Long> ids = Set.copyOf(Stream.of(ofFlows).map(Thread::getId).toList());
        return others.holders(ids, application, TimeUnit.SECONDS.toNanos(seconds++));
    }

    private static ConnectionHolders holders(int active, int idle) {
        return new ConnectionHolders(active, 0, idle);
    }

    @Test
    void countsThreadsOfTheApplicationAlsoWhileTheyWait() {
        thread("java.lang.Thread", APPLICATION_CLASS, LIBRARY_CLASS, "java.lang.Thread");
        thread("java.util.concurrent.SynchronousQueue", "java.util.concurrent.ThreadPoolExecutor", "java.lang.Thread");

        assertThat(holders()).isEqualTo(holders(1, 0));
        assertThat(holders()).as("where it was").isEqualTo(holders(1, 0));
    }

    /** A job of the same application may come from another jar than its flows, or from the same one as its libraries. */
    @Test
    void recognisesTheApplicationByPlaceOrPackage() {
        assertThat(StackClasses.marks(Test.class)).hasSize(2).contains("org.junit");
        thread("com.shop.jobs.Report", LIBRARY_CLASS);
        application = Set.of("com.shop");

        assertThat(holders()).isEqualTo(holders(1, 0));
        application = Set.of("org.shop");
        assertThat(holders()).isEqualTo(holders(0, 1));
        application = new HashSet<>(StackClasses.marks(Test.class));
        application.remove("org.junit");
        assertThat(holders()).as("by its place").isEqualTo(holders(1, 0));
    }

    @Test
    void countsThreadsInACallOfADatabase() {
        application = Set.of("com.shop");
        thread("sun.nio.ch.SocketDispatcher", Query.class.getName(), LIBRARY_CLASS);

        assertThat(holders()).isEqualTo(holders(1, 0));
        assertThat(holders()).as("where it was").isEqualTo(holders(1, 0));
    }

    /** As ten workers of a scheduler do, which look for a job twice a second. */
    @Test
    void takesThreadsOfLibrariesThatOnlyWaitForIdle() {
        IntStream.range(0, 10).forEach(worker -> thread("java.lang.Object", LIBRARY_CLASS));

        assertThat(holders()).isEqualTo(holders(0, 10));
        times.usedNanos = TimeUnit.MICROSECONDS.toNanos(100);
        assertThat(holders()).isEqualTo(holders(0, 10));
    }

    @Test
    void countsThreadsOfLibrariesThatDoSomething() {
        Thread worker = thread("java.lang.Object", LIBRARY_CLASS);
        holders();

        stacks.put(worker, stack("java.util.zip.Deflater", LIBRARY_CLASS));
        assertThat(holders()).as("elsewhere").isEqualTo(holders(1, 0));
        assertThat(holders()).as("there again").isEqualTo(holders(0, 1));
        times.usedNanos = TimeUnit.MILLISECONDS.toNanos(100);
        assertThat(holders()).as("computing").isEqualTo(holders(1, 0));
    }

    @Test
    void takesAllCodeForThatOfTheApplicationIfItIsNotKnownWhichIs() {
        application = Set.of();
        thread("java.lang.Object", LIBRARY_CLASS);

        assertThat(holders()).isEqualTo(holders(1, 0));
    }

    @Test
    void ignoresThreadsOfTheJdkAndOfConcor() {
        thread("java.util.concurrent.locks.LockSupport", "io.concor.kafka.write.PutProducer", "java.lang.Thread");
        thread("java.util.concurrent.locks.LockSupport", "io.concor.engine.pool.WorkerLoop", "java.lang.Thread");
        thread("sun.nio.ch.EPoll", "java.lang.Thread");
        thread();

        assertThat(holders()).isEqualTo(holders(0, 0));
    }

    @Test
    void ignoresThreadsOfFlows() {
        Thread worker = thread(Query.class.getName(), APPLICATION_CLASS, "io.concor.engine.pool.WorkerLoop");
        thread(Query.class.getName(), APPLICATION_CLASS);

        assertThat(holders(worker)).isEqualTo(holders(1, 0));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void mayBeAnyNumberWhileVirtualThreadsRun() throws Exception {
        try (Flow<String, String> flow = Flows.<String>create("flow")
                .join(JoinSettings.virtual(1))
                .map((String message) -> message, "task")
                .build()) {
            flow.submit("message").get();

            assertThat(new OtherThreads(Thread::getAllStackTraces, times).holders(Set.of(), APPLICATION, 0))
                    .isEqualTo(new ConnectionHolders(OtherThreads.UNKNOWN, 0, 0));
        }
    }
}
