package io.concor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.DocumentSnippets;
import io.concor.fixture.WatchedTransactions;
import io.concor.layout.StopReport;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.statistics.FlowStatistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of {@code docs/java.md} and of the pages about keyed tasks, batch tasks and transitions, run. */
class DocumentedFlowTest {

    private static final Path PAGES = Path.of("../docs");
    private static final Path PAGE = PAGES.resolve("java.md");
    private static final Path SOURCE = Path.of("src/test/java/io/concor/DocumentedFlowTest.java");

    private static final class LineNumbers implements SingleThreadedTask<String, String> {
        private int lines;

        @Override
        public String apply(String line) {
            lines++;
            return lines + " " + line;
        }
    }

    private record Booking(String account, long cents) {}

    // snippet: keyed
    private static class Balances implements KeyedTask<Booking, Long> {

        private final Map<String, Long> balances = new ConcurrentHashMap<>();

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Long apply(Booking booking) {
            return balances.merge(booking.account(), booking.cents(), Long::sum);
        }
    }
    // end

    private interface Client {
        CompletableFuture<Integer> lookUp(String line);
    }

    private final List<Integer> stored = new CopyOnWriteArrayList<>();

    private void store(Integer length) {
        stored.add(length);
    }

    private static Integer lookUp(String line) {
        return line.length();
    }

    @Test
    void theDocumentedFlowRunsAndIsChanged() {
        // snippet: flow
        Flow<String, Integer> flow = Flows.<String>create("lengths")
                .map((String line) -> line.trim(), "trim")
                .join(JoinSettings.single())
                .mapSingleThreaded(new LineNumbers(), "number")
                .join(JoinSettings.fixed(4).capacity(256))
                .mapSynchronizedRemote((String line) -> lookUp(line), "look up")
                .catching(error -> -1, "unknown lines")
                .maxInFlight(100)
                .timeout(Duration.ofSeconds(5))
                .build();
        // end
        assertThat(flow.submit(" abc ").join()).isEqualTo("1 abc".length());
        // snippet: manager
        Manager manager = new Manager();
        manager.register(flow);
        manager.changeSlot(
                ChangeRequest.options("lengths").reason("queue grows"),
                "look up",
                join -> join.map(present -> present.threads(16)));
        manager.change(
                ChangeRequest.put("lengths", "trim", JoinSettings.single()).dryRun(true));
        manager.change(
                ChangeRequest.put("lengths", "trim", JoinSettings.single()).revertAfter(Duration.ofMinutes(5)));
        manager.confirm(ChangeRequest.options("lengths").reason("as quick as before"));
        manager.undo(ChangeRequest.options("lengths"));
        ManagedFlow managed = manager.flow("lengths");
        managed.presets().save("tuned", "16 threads are enough");
        Topology topology = managed.topology();
        FlowStatistics statistics = managed.statistics();
        StopReport report = managed.stop(Duration.ofSeconds(10));
        // end
        assertThat(topology.slots().get(2)).isEqualTo(JoinSettings.fixed(16).capacity(256));
        assertThat(topology.activePreset()).isEqualTo("tuned");
        assertThat(statistics.slots()).hasSize(2);
        assertThat(report.clean()).isTrue();
        awaitNoThreadOf("lengths");
    }

    @Test
    void theDocumentedRecoverySeesWhatFailed() {
        List<String> rejected = new ArrayList<>();
        // snippet: recovery
        RecoveryTask<Integer> reject = (error, failed) -> {
            rejected.add(
                    "%s at '%s': %s".formatted(failed.event(String.class), failed.component(), error.getMessage()));
            return -1;
        };
        Flow<String, Integer> parsing = Flows.<String>create("parsing")
                .map(Integer::valueOf, "parse")
                .recovering(reject, "reject")
                .build();
        // end
        try (parsing) {
            assertThat(parsing.submit("x").join()).isEqualTo(-1);
        }
        assertThat(rejected).singleElement().asString().startsWith("x at 'parse': ");
    }

    @Test
    void theDocumentedFallbackGoesOnWithTheMessage() {
        Client client = line -> new CompletableFuture<>();
        // snippet: fallback
        TransitionTask<String, Integer> lengthOrGuess = (line, continuation) -> client.lookUp(line)
                .orTimeout(500, TimeUnit.MILLISECONDS)
                .exceptionally(failure -> line.length())
                .thenAccept(continuation::complete);
        // end
        try (Flow<String, Integer> flow =
                Flows.<String>create("guessing").bind(lengthOrGuess, "ask").build()) {
            assertThat(flow.submit("abc").join()).isEqualTo(3);
        }
    }

    @Test
    void theDocumentedKeyedTaskAddsUpEachAccount() {
        try (Flow<Booking, Long> flow = Flows.<Booking>create("bookings")
                .mapKeyed(new Balances(), "balance")
                .build()) {
            flow.apply(new Booking("one", 5));
            flow.apply(new Booking("other", 7));
            assertThat(flow.submit(new Booking("one", 3)).join()).isEqualTo(8);
        }
    }

    private int insert(List<String> lines) {
        int first = stored.size();
        lines.forEach(line -> store(line.length()));
        return first;
    }

    @Test
    void theDocumentedBatchTaskWritesInATransaction() {
        WatchedTransactions transactions = new WatchedTransactions();
        // snippet: batch
        BatchTask<String, Integer> writer = lines -> {
            int first = insert(lines); // one statement for all
            return IntStream.range(0, lines.size()).mapToObj(i -> first + i).toList();
        };
        Flow<String, Integer> writing = Flows.<String>create("writing")
                .map((String line) -> line.trim(), "trim")
                .join(JoinSettings.batch(500).linger(Duration.ofMillis(5)).batchErrors(BatchErrors.SPLIT))
                .mapBatch(writer, "writer")
                .transaction("writer", "writer", transactions)
                .build();
        // end
        try (writing) {
            CompletableFuture<Integer> first = writing.submit(" abc ");
            CompletableFuture<Integer> second = writing.submit("de");
            assertThat(first.join()).isZero();
            assertThat(second.join()).isOne();
        }
        assertThat(stored).containsExactly(3, 2);
        assertThat(transactions.committed()).isPositive();
    }

    @Test
    void theDocumentedTransitionGoesOnWithWhatTheClientGives() {
        Client client = line -> line.isEmpty()
                ? CompletableFuture.failedFuture(new IllegalStateException("nothing to look up"))
                : CompletableFuture.completedFuture(line.length());
        // snippet: transition
        TransitionTask<String, Integer> ask = (line, continuation) -> {
            CompletableFuture<Integer> answer = client.lookUp(line);
            continuation.onEnd(() -> answer.cancel(true));
            answer.whenComplete((length, failure) -> {
                if (failure == null) {
                    continuation.complete(length);
                } else if (!continuation.ended()) {
                    continuation.fail(failure);
                }
            });
        };
        CatchTask<Integer> unknownLines = error -> -1;
        Flow<String, Integer> asking = Flows.<String>create("asking")
                .bind(ask, "ask")
                .join(JoinSettings.fixed(4))
                .forEach(length -> store(length), "store")
                .catching(unknownLines, "unknown lines")
                .build();
        // end
        try (asking) {
            assertThat(asking.submit("abc").join()).isEqualTo(3);
            assertThat(asking.submit("").join()).isEqualTo(-1);
        }
        assertThat(stored).containsExactly(3);
    }

    /** The program that the page shows. */
    private static final class Program {
        // snippet: program
        public static void main(String[] arguments) {
            try (Flow<String, Integer> flow = Flows.<String>create("words")
                    .map((String line) -> line.trim(), "trim")
                    .join(JoinSettings.single())
                    .map(String::length, "count")
                    .build()) {
                System.out.println(flow.submit("  hello ").join());
            }
        }
        // end
    }

    @Test
    void theDocumentedProgramPrintsItsResultAndLeavesNoThread() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            Program.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(UTF_8).trim()).isEqualTo("5");
        awaitNoThreadOf("words");
    }

    private static void awaitNoThreadOf(String flow) {
        await("the end of the threads of flow " + flow)
                .untilAsserted(() -> assertThat(threadsOf(flow)).isEmpty());
    }

    /** Those that keep a JVM from ending. */
    private static List<String> threadsOf(String flow) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.startsWith(flow + "."))
                .toList();
    }

    @Test
    void thePageListsTheMethodsOfTheBuilder() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(FlowBuilder.class.getDeclaredMethods())
                .filteredOn(method -> Modifier.isPublic(method.getModifiers()))
                .extracting(Method::getName)
                .allSatisfy(name -> assertThat(page).contains("| `%s(".formatted(name)));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                SimpleTask.class,
                SingleThreadedTask.class,
                SynchronizedRemoteTask.class,
                BatchTask.class,
                TransitionTask.class,
                SideEffectTask.class,
                CatchTask.class,
                RecoveryTask.class
            })
    void thePageShowsTheMethodOfEachTask(Class<?> task) throws IOException {
        Method method = Stream.of(task.getMethods())
                .filter(candidate -> Modifier.isAbstract(candidate.getModifiers()))
                .findFirst()
                .orElseThrow();
        String row = "| `%s<%s>` | `%s %s(%s)` |"
                .formatted(
                        task.getSimpleName(),
                        listed(",", task.getTypeParameters()),
                        listed("", method.getGenericReturnType()),
                        method.getName(),
                        listed(", ", method.getGenericParameterTypes()));
        assertThat(Files.readString(PAGE)).contains(row);
    }

    private static String listed(String separator, Type... types) {
        return Stream.of(types)
                .map(type -> type.getTypeName().replaceAll("[a-z.]+\\.", ""))
                .collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @CsvSource({
        "java, program",
        "java, flow",
        "java, recovery",
        "java, manager",
        "keyed-tasks, keyed",
        "batch-tasks, batch",
        "transitions, transition",
        "transitions, fallback"
    })
    void thePageShowsTheCodeThatIsRun(String page, String snippet) throws IOException {
        String run = DocumentSnippets.inSource(SOURCE, snippet);
        assertThat(DocumentSnippets.onPage(PAGES.resolve(page + ".md"), snippet))
                .as("snippet %s", snippet)
                .isEqualToIgnoringWhitespace(run);
    }
}
