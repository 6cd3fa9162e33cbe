package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of {@code docs/java.md}, run. */
class DocumentedFlowTest {

    private static final Path PAGE = Path.of("../docs/java.md");
    private static final Path SOURCE = Path.of("src/test/java/io/concor/DocumentedFlowTest.java");

    private static final class LineNumbers implements SingleThreadedTask<String, String> {
        private int lines;

        @Override
        public String apply(String line) {
            lines++;
            return lines + " " + line;
        }
    }

    private interface Client {
        CompletableFuture<Integer> lookUp(String line);
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
        // snippet: manager
        Manager manager = new Manager();
        manager.register(flow);
        manager.change(
                ChangeRequest.put("lengths", "look up", JoinSettings.fixed(16)).reason("queue grows"));
        manager.change(
                ChangeRequest.put("lengths", "trim", JoinSettings.single()).dryRun(true));
        manager.savePreset("lengths", "tuned", "16 threads are enough");
        Topology topology = manager.topology("lengths");
        FlowStatistics statistics = manager.statistics("lengths");
        // end
        assertThat(flow.submit(" abc ").join()).isEqualTo("1 abc".length());
        assertThat(topology.activePreset()).isEqualTo("tuned");
        assertThat(statistics.slots()).hasSize(2);
        flow.close();
    }

    @Test
    void theDocumentedTransitionGoesOnWithWhatTheClientGives() {
        Client client = line -> line.isEmpty()
                ? CompletableFuture.failedFuture(new IllegalStateException("nothing to look up"))
                : CompletableFuture.completedFuture(line.length());
        // snippet: transition
        TransitionTask<String, Integer> ask =
                (line, continuation) -> client.lookUp(line).whenComplete((length, failure) -> {
                    if (failure == null) {
                        continuation.complete(length);
                    } else {
                        continuation.fail(failure);
                    }
                });
        CatchTask<Integer> unknownLines = error -> -1;
        // end
        try (Flow<String, Integer> flow = Flows.<String>create("asking")
                .bind(ask, "ask")
                .catching(unknownLines, "unknown lines")
                .build()) {
            assertThat(flow.submit("abc").join()).isEqualTo(3);
            assertThat(flow.submit("").join()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                SimpleTask.class,
                SingleThreadedTask.class,
                SynchronizedRemoteTask.class,
                TransitionTask.class,
                SideEffectTask.class,
                CatchTask.class
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
                        method.getGenericReturnType().getTypeName(),
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
    @ValueSource(strings = {"flow", "transition", "manager"})
    void thePageShowsTheCodeThatIsRun(String snippet) throws IOException {
        String shown = between(Files.readString(PAGE), "<!-- snippet: " + snippet + " -->", "```\n\n");
        String run = between(Files.readString(SOURCE), "// snippet: " + snippet + "\n", "// end");
        assertThat(shown.replaceFirst("```java", "")).as("snippet %s", snippet).isEqualToIgnoringWhitespace(run);
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
