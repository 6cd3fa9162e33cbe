package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A flow of thousands of components runs in a small heap and on small stacks. */
class LongChainTest {

    private static final int COMPONENTS = 5_000;
    private static final String HEAP = "-Xmx64m";
    private static final String STACK = "-Xss512k";

    @Test
    @Tag("full")
    void aChainOfThousandsOfComponentsNeedsLittleMemory() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        Process application = new ProcessBuilder(java, HEAP, STACK, "-cp", classPath, Application.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = application.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines()).contains("all measured", "closed");
            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isZero();
        } finally {
            application.destroyForcibly();
        }
    }

    /** Runs events with and without a join in the middle, every other one of them measured at each component. */
    static final class Application {

        private static final int EVENTS = 20;
        private static final String MIDDLE = "c" + COMPONENTS / 2;

        public static void main(String[] arguments) {
            Flow<Integer, Integer> chain = chain();
            Manager manager = new Manager();
            manager.register(chain);
            run(chain);
            manager.change(ChangeRequest.put(chain.name(), MIDDLE, JoinSettings.fixed(2)));
            run(chain);
            manager.flow(chain.name()).histograms();
            boolean measured = manager.flow(chain.name()).statistics().sinceStart().components().stream()
                    .allMatch(component -> component.service().samples() == EVENTS);
            System.out.println(measured ? "all measured" : "not all measured");
            chain.close();
            System.out.println("closed");
        }

        private static Flow<Integer, Integer> chain() {
            FlowBuilder<Integer, Integer> builder =
                    Flows.<Integer>create("chain").noJoin().sampling(new Sampling(true, 1, 2));
            for (int i = 0; i < COMPONENTS; i++) {
                builder = builder.map(number -> number + 1, "c" + i);
            }
            return builder.build();
        }

        private static void run(Flow<Integer, Integer> chain) {
            for (int event = 0; event < EVENTS; event++) {
                assertThat(chain.submit(event).join()).isEqualTo(event + COMPONENTS);
            }
        }
    }
}
