package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.StartTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;

@Tag("full")
class UssdRefusedStartTest extends StartTest {

    UssdRefusedStartTest() {
        super(UssdApplication.class);
    }

    @Test
    void requiresTheUrlOfTheOperatorExceptInTheTour(CapturedOutput output) {
        assertThatThrownBy(() -> start("production")).isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", "ussd.replies.url is missing", "USSD_REPLIES_URL");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "{menus: {}}, default-text, write a text",
                "{services: [}, cannot be read, each key once",
            })
    void namesTheErrorInTheMenus(String menus, String place, String action, CapturedOutput output, @TempDir Path folder)
            throws IOException {
        Path file = Files.writeString(folder.resolve("menus.yml"), menus);

        assertThatThrownBy(() -> start("tour", "--ussd.menus=file:" + file)).isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", "The menus cannot be used.", place, action);
    }
}
