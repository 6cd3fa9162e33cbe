package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs without a container that are ended while events are inside a flow that closes on shutdown. */
class CloseOnShutdownTest {

    private static final int SIGTERM = 128 + 15;
    private static final int EXIT = 3;

    @Test
    void finishesTheEventsInsideAtATermination() throws Exception {
        Process application = start("wait");
        try (BufferedReader output = application.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("accepted");
            application.toHandle().destroy(); // leaves its output open
            assertThat(output.lines()).containsExactly("handled");
            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(SIGTERM);
        } finally {
            application.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "exit from a task"})
    void finishesTheEventsInsideAtAnExit(String end) throws Exception {
        assertThat(outputOf(end)).containsExactly("accepted", "handled");
    }

    @Test
    void endsWithoutTheHookOfAFlowThatWasClosed() throws Exception {
        assertThat(outputOf("close")).containsExactly("accepted", "handled", "closed");
    }

    @Test
    void closesAFlowThatIsBuiltWhileTheJvmShutsDown() throws Exception {
        assertThat(outputOf("build late")).containsExactlyInAnyOrder("accepted", "handled", "Flow 'late' (closed)");
    }

    private static List<String> outputOf(String end) throws Exception {
        Process application = start(end);
        try (BufferedReader output = application.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = output.lines().toList();
            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(EXIT);
            return lines;
        } finally {
            application.destroyForcibly();
        }
    }

    private static Process start(String end) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Application.class.getName(), end)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Its events are handled only after the shutdown has begun, or the flow is being closed. */
    static final class Application {

        private static final int EVENTS = 5;
        private static final AtomicInteger handled = new AtomicInteger();
        private static final CountDownLatch ending = new CountDownLatch(1);

        public static void main(String[] arguments) throws Exception {
            String end = arguments[0];
            Flow<Integer, Integer> flow = Flows.<Integer>create("flow")
                    .join(JoinSettings.fixed(EVENTS + 1))
                    .map(event -> event == EVENTS ? exit(event) : handle(event), "work")
                    .closeOnShutdown()
                    .build();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(end)));
            for (int event = 0; event < EVENTS; event++) {
                flow.apply(event);
            }
            System.out.println("accepted");
            switch (end) {
                case "close" -> close(flow);
                case "exit", "build late" -> System.exit(EXIT);
                case "exit from a task" -> flow.submit(EVENTS).join();
                default -> Thread.currentThread().join();
            }
        }

        private static void shutDown(String end) {
            ending.countDown();
            if (end.equals("build late")) {
                System.out.println(Flows.<String>create("late")
                        .map(text -> text, "echo")
                        .closeOnShutdown()
                        .build());
            }
        }

        private static void close(Flow<?, ?> flow) {
            ending.countDown();
            flow.close();
            System.out.println("closed");
            System.exit(EXIT);
        }

        private static int exit(int event) {
            System.exit(EXIT);
            return event;
        }

        private static int handle(int event) throws InterruptedException {
            ending.await();
            if (handled.incrementAndGet() == EVENTS) {
                System.out.println("handled");
            }
            return event;
        }
    }
}
