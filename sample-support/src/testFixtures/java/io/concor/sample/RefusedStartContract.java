package io.concor.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An application does not start without good passwords, except in the tour. */
@ExtendWith(OutputCaptureExtension.class)
public abstract class RefusedStartContract {

    private final Class<?> application;
    private final String[] needed;

    /**
     * Tests of an application.
     *
     * @param application its class
     * @param needed the arguments, besides the passwords, without which it does not start in production
     */
    protected RefusedStartContract(Class<?> application, String... needed) {
        this.application = application;
        this.needed = needed;
    }

    @ParameterizedTest
    @CsvSource({
        "production, OPERATOR_PASSWORD, ''",
        "production, OPERATOR_PASSWORD, tooshort",
        "production, OPERATOR_PASSWORD, {noop}tooshort",
        "production, OPERATOR_PASSWORD, {other}tooshort",
        "production, OPERATOR_PASSWORD, {bcrypt}tooshort",
        "production, VIEWER_PASSWORD, tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-to",
        "production, VIEWER_PASSWORD, ''",
        "'production,tour', OPERATOR_PASSWORD, ''",
        "'tour,production', OPERATOR_PASSWORD, ''"
    })
    void requiresPasswordsExceptInTheTour(String profiles, String variable, String password, CapturedOutput output) {
        String[] arguments = Stream.concat(Stream.of(needed), Stream.of("--" + variable + "=" + password))
                .toArray(String[]::new);

        assertThatThrownBy(() -> start(profiles, arguments)).isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", property(variable), "Set " + property(variable))
                .doesNotContain("tooshort");
    }

    private static String property(String variable) {
        return "concor.security.users." + variable.toLowerCase(Locale.ROOT).replace('_', '.');
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
                        "OPERATOR_PASSWORD=" + AccessContract.OPERATOR_PASSWORD,
                        "VIEWER_PASSWORD=" + AccessContract.VIEWER_PASSWORD)
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
