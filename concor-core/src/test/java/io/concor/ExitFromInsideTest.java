package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task ends the JVM, whose shutdown hook stops the flow. */
class ExitFromInsideTest {

    private static final int STATUS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"worker", "caller"})
    void endsTheJvmWithoutWaitingForTheTaskThatExits(String thread) throws Exception {
        Process application = start(thread);
        try {
            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(STATUS);
        } finally {
            application.destroyForcibly();
        }
    }

    private static Process start(String thread) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Application.class.getName(), thread)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The application: its stop may take an hour. */
    static final class Application {

        public static void main(String[] arguments) {
            Manager manager = new Manager();
            FlowBuilder<String, String> builder = Flows.create("flow");
            if (arguments[0].equals("worker")) {
                builder = builder.join(JoinSettings.fixed(2));
            }
            Flow<String, String> flow = builder.map(Application::exit, "exit").build();
            manager.register(flow);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> manager.stop("flow", Duration.ofHours(1))));
            flow.submit("x").join();
        }

        private static String exit(String message) {
            System.exit(STATUS);
            return message;
        }
    }
}
