package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.concor.engine.thread.WorkerThreads;
import io.concor.manage.Manager;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task, or code that depends on its result, ends the JVM, whose shutdown hook stops the flow. */
class ExitFromInsideTest {

    private static final int STATUS = 3;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worker",
                "caller",
                "virtual caller",
                "dependent",
                "dependent on answer",
                "dependent on virtual answer"
            })
    void endsTheJvmWithoutWaitingForTheCodeThatExits(String code) throws Exception {
        assumeThat(!code.contains("virtual") || WorkerThreads.virtualThreadsAvailable())
                .as("virtual threads")
                .isTrue();
        Process application = start(code);
        try {
            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(STATUS);
        } finally {
            application.destroyForcibly();
        }
    }

    private static Process start(String code) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Application.class.getName(), code)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The application: its stop may take an hour. */
    static final class Application {

        public static void main(String[] arguments) throws InterruptedException {
            switch (arguments[0]) {
                case "worker" -> flow(JoinSettings.fixed(2), Application::exit).apply("x");
                case "caller" -> flow(null, Application::exit).apply("x");
                case "virtual caller" ->
                    virtual(() -> flow(null, Application::exit).apply("x"));
                case "dependent" -> dependent();
                case "dependent on answer" -> answer(body -> new Thread(body).start());
                default -> answer(Application::virtual);
            }
            Thread.currentThread().join(); // until the JVM ends
        }

        private static Flow<String, String> flow(@Nullable JoinSettings join, SimpleTask<String, String> task) {
            FlowBuilder<String, String> builder = Flows.create("flow");
            return started((join == null ? builder : builder.join(join)).map(task, "task"));
        }

        private static Flow<String, String> started(FlowBuilder<String, String> builder) {
            Manager manager = new Manager();
            Flow<String, String> flow = builder.build();
            manager.register(flow);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> manager.flow("flow").stop(Duration.ofHours(1))));
            return flow;
        }

        private static String exit(String message) {
            System.exit(STATUS);
            return message;
        }

        private static void virtual(Runnable body) {
            new WorkerThreads(PoolKind.VIRTUAL, "test", "caller", Application.class.getClassLoader())
                    .create(body)
                    .start();
        }

        /** The task returns when code depends on its result. */
        private static void dependent() {
            CountDownLatch depends = new CountDownLatch(1);
            Flow<String, String> flow = flow(JoinSettings.fixed(2), message -> {
                depends.await();
                return message;
            });
            flow.submit("x").thenAccept(Application::exit);
            depends.countDown();
        }

        /** A thread that does not belong to the flow completes the result. */
        private static void answer(Consumer<Runnable> start) {
            AtomicReference<Continuation<String>> asked = new AtomicReference<>();
            Flow<String, String> flow =
                    started(Flows.<String>create("flow").<String>bind((message, back) -> asked.set(back), "ask"));
            flow.submit("x").thenAccept(Application::exit);
            start.accept(() -> asked.get().complete("x"));
        }
    }
}
