package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RefusedStartTest {

    private static final String PASSWORD = "long enough for both";

    @ParameterizedTest
    @CsvSource({
        "production, , " + PASSWORD + ", OPERATOR_PASSWORD",
        "production, tooshort, " + PASSWORD + ", OPERATOR_PASSWORD",
        "production, {noop}tooshort, " + PASSWORD + ", OPERATOR_PASSWORD",
        "production, {other}tooshort, " + PASSWORD + ", OPERATOR_PASSWORD",
        "production, " + PASSWORD + ", , VIEWER_PASSWORD",
        "'production,tour', , " + PASSWORD + ", OPERATOR_PASSWORD",
        "'tour,production', , " + PASSWORD + ", OPERATOR_PASSWORD"
    })
    void asksForPasswordsEverywhereButInTheTour(
            String profiles, String operator, String viewer, String missing, CapturedOutput output) {
        assertThatThrownBy(() -> start(profiles, operator, viewer, "--ussd.replies.url=http://localhost"))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "set the environment variable " + missing)
                .doesNotContain("tooshort");
    }

    @Test
    void asksWhereRepliesGoEverywhereButInTheTour(CapturedOutput output) {
        assertThatThrownBy(() -> start("production", PASSWORD, PASSWORD)).isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", "ussd.replies.url is missing", "USSD_REPLIES_URL");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "{menus: {}}, default-text, write a text",
                "{services: [}, cannot be read, each key once",
            })
    void saysWhatIsWrongInTheMenus(
            String menus, String place, String action, CapturedOutput output, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("menus.yml"), menus);

        assertThatThrownBy(() -> start("tour", "", "", "--ussd.menus=file:" + file))
                .isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", "The menus cannot be used.", place, action);
    }

    private static void start(String profiles, String operator, String viewer, String... more) {
        new SpringApplicationBuilder(UssdApplication.class)
                .profiles(profiles.split(","))
                .run(Stream.concat(
                                Stream.of(more),
                                Stream.of(
                                        "--server.port=0",
                                        "--management.server.port=0",
                                        "--spring.main.banner-mode=off",
                                        "--OPERATOR_PASSWORD=" + (operator == null ? "" : operator),
                                        "--VIEWER_PASSWORD=" + (viewer == null ? "" : viewer)))
                        .toArray(String[]::new))
                .close();
    }
}
