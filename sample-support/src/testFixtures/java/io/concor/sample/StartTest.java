package io.concor.sample;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Starts an application, for tests of when it refuses. */
@ExtendWith(OutputCaptureExtension.class)
public abstract class StartTest {

    private final Class<?> application;

    protected StartTest(Class<?> application) {
        this.application = application;
    }

    /**
     * Starts the application, with good passwords unless an argument sets another one, and stops it.
     *
     * @param profiles the profiles, separated by commas
     * @param arguments the arguments of the application
     */
    protected final void start(String profiles, String... arguments) {
        new SpringApplicationBuilder(application)
                .profiles(profiles.split(","))
                .properties(
                        "OPERATOR_PASSWORD=" + InProductionMode.OPERATOR_PASSWORD,
                        "VIEWER_PASSWORD=" + InProductionMode.VIEWER_PASSWORD)
                .run(Stream.concat(
                                Stream.of(
                                        "--server.port=0",
                                        "--management.server.port=0",
                                        "--spring.main.banner-mode=off",
                                        "--concor.presets.location=../presets"),
                                Stream.of(arguments))
                        .toArray(String[]::new))
                .close();
    }
}
