package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The endpoints with preset files that are invalid, written by hand or unexpected. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.endpoints.web.exposure.include=*", "management.endpoints.access.default=unrestricted"
        })
@ExtendWith(OutputCaptureExtension.class)
class PresetEndpointFileTests {

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    private static Path write(String preset, String text) throws IOException {
        Files.createDirectories(presets.resolve("orders"));
        return Files.writeString(presets.resolve("orders").resolve(preset), text);
    }

    @Test
    void reportsAnInvalidPresetWithoutItsPath() throws Exception {
        Path broken = write("broken.yml", "slots: [");
        try {
            Http.Answer answer = http.post("concorpresets/orders/broken/apply", "{}");

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.field("reason"))
                    .contains("orders", "broken")
                    .doesNotContain(presets.toString())
                    .doesNotContain("Exception");
        } finally {
            Files.delete(broken);
        }
    }

    @Test
    void reportsAnUnreadableDirectoryForItsFlow(CapturedOutput output) throws Exception {
        Path folder = presets.resolve("orders");
        Files.deleteIfExists(folder);
        Path inTheWay = Files.writeString(folder, "not a folder");
        try {
            Http.Answer all = http.get("concorpresets");

            assertThat(all.status()).as(all.text()).isEqualTo(200);
            assertThat(all.at("/flows/0/flow")).isEqualTo("orders");
            assertThat(all.json().at("/flows/0/presets").isEmpty()).isTrue();
            assertThat(all.at("/flows/0/error"))
                    .startsWith("Presets of flow 'orders': the directory of the flow cannot be read")
                    .doesNotContain(presets.toString());
            assertThat(output).contains("; caused by: ");
            assertThat(http.get("concorpresets/orders").status()).isEqualTo(500);
        } finally {
            Files.delete(inTheWay);
        }
        assertThat(http.get("concorpresets").text()).doesNotContain("error");
    }

    @Test
    void refusesANameThatLooksLikeAnother() {
        Http.Answer answer =
                http.post("concorpresets/orders/" + URLEncoder.encode("ｃａｌｍ", StandardCharsets.UTF_8), "{}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("preset");
        assertThat(answer.field("reason")).endsWith("contains characters that look like those of 'calm'");
        assertThat(answer.field("allowed")).contains("letters, digits").endsWith("NFKC");
        assertThat(manager.flow("orders").presets().names()).isEmpty();
    }

    @Test
    void refusesANameThatDiffersFromAnotherInCaseOnly() throws Exception {
        Path calm = write("calm.yml", "slots: {}");
        try {
            Http.Answer answer = http.post("concorpresets/orders/Calm", "{}");

            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.field("field")).isEqualTo("preset");
            assertThat(answer.field("reason")).contains("'Calm' differs from 'calm' only in case");
            assertThat(manager.flow("orders").presets().names()).containsExactly("calm");
        } finally {
            Files.delete(calm);
        }
    }

    @Test
    void escapesControlCharactersOfAReasonWrittenByHand() throws Exception {
        Path odd = write("odd.yml", "# reason: \"a\\x1b[31m\\u202eb\\nc\"\nslots: {}\n");
        try {
            Http.Answer answer = http.get("concorpresets/orders/odd");

            assertThat(answer.field("reason")).as(answer.text()).isEqualTo("a?[31m?b?c");
            assertThat(answer.at("/versions/0/reason")).isEqualTo("a?[31m?b?c");
        } finally {
            Files.delete(odd);
        }
    }

    @Test
    void reportsAStoreThatCannotWriteWithoutItsPathWhichIsInTheLog(CapturedOutput output) throws Exception {
        Path inTheWay = Files.createDirectories(presets.resolve("orders/blocked.yml"));
        try {
            Http.Answer answer = http.post("concorpresets/orders/blocked", "{}");

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.field("error")).isEqualTo("preset store failed");
            assertThat(answer.text()).doesNotContain(presets.toString());
            assertThat(output.toString().lines())
                    .filteredOn(line -> line.contains("its file cannot be written"))
                    .satisfiesExactly(
                            told -> assertThat(told)
                                    .contains("INFO", "is not saved", "through endpoint", "; caused by: "),
                            cause -> assertThat(cause).contains("WARN", "; caused by: ", inTheWay.toString()));
            assertThat(output).doesNotContain("at io.concor.");
        } finally {
            Files.delete(inTheWay);
        }
    }
}
