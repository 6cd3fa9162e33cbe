package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.moflow.EndpointsPage.Answer;
import io.concor.sample.moflow.EndpointsPage.Example;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperationRequestPredicate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.util.FileSystemUtils;

/**
 * Calls the gateway, started with its defaults, as the pages of endpoints show it. To write the answers into the pages:
 * {@code mvn -q -pl sample-mo-flow -am test -Dtest=EndpointsPageTest -Dconcor.docs.write=true
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.level.mo-flow.trans=off")
@DirtiesContext
class EndpointsPageTest {

    /** In the order in which their examples are called. */
    private static final List<Path> PAGES = Stream.of(
                    "endpoints/flows",
                    "endpoints/slots",
                    "endpoints/presets",
                    "endpoints/changes",
                    "endpoints/diagnosis",
                    "endpoints/autopilot",
                    "endpoints")
            .map(page -> Path.of("../docs", page + ".md"))
            .toList();

    private static final String DIAGNOSIS = "/actuator/concordiagnosis";
    private static final int MESSAGES = 400;

    @TempDir
    static Path presets;

    @DynamicPropertySource
    static void places(DynamicPropertyRegistry properties) throws IOException {
        FileSystemUtils.copyRecursively(Path.of("../presets"), presets);
        properties.add("concor.presets.location", presets::toString);
        int port = TestSocketUtils.findAvailableTcpPort();
        properties.add("mo-flow.receiver.port", () -> port);
    }

    @Test
    @Tag("full")
    void eachCallIsAnsweredAsThePagesSay(@LocalServerPort int port) throws IOException {
        GatewayClient gateway = new GatewayClient(port);
        IntStream.range(0, MESSAGES)
                .forEach(i -> assertThat(gateway.send("2222", "vote " + i).statusCode())
                        .isEqualTo(202));
        await("the end of every message").until(() -> gateway.inFlight() == 0);
        await("the first second of the history").until(gateway::hasHistory);

        if (Boolean.getBoolean("concor.docs.write")) {
            for (Path page : PAGES) {
                Files.writeString(page, EndpointsPage.withAnswers(read(page), example -> answer(gateway, example)));
            }
            return;
        }
        SoftAssertions.assertSoftly(softly -> {
            for (Example example : examples()) {
                softly.assertThat(answer(gateway, example).shape())
                        .as(example.call().toString())
                        .isEqualTo(example.answer().shape());
            }
        });
    }

    @Test
    void noOperationIsMissing(@Autowired WebEndpointsSupplier endpoints) {
        List<Example> examples = examples();

        assertThat(endpoints.getEndpoints())
                .flatMap(endpoint -> endpoint.getOperations())
                .extracting(operation -> operation.getRequestPredicate())
                .filteredOn(operation -> operation.getPath().startsWith("concor"))
                .filteredOn(operation -> !operation.getPath().startsWith("concorconsole")) // a page, which has a page
                .filteredOn(operation -> !operation.getPath().startsWith("concorqueues")) // none: no slot is durable
                .hasSizeGreaterThanOrEqualTo(16)
                .allSatisfy(operation -> assertThat(examples).anyMatch(example -> shows(example, operation)));
    }

    private static boolean shows(Example example, WebOperationRequestPredicate operation) {
        String path = "/actuator/" + operation.getPath().replaceAll("\\{.*?}", "[^/]+") + "([?].*)?";
        return example.call().method().equals(operation.getHttpMethod().name())
                && example.call().path().matches(path)
                && example.answer().status() < 300;
    }

    private static List<Example> examples() {
        return PAGES.stream()
                .flatMap(page -> EndpointsPage.examples(read(page)).stream())
                .toList();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Answer answer(GatewayClient gateway, Example example) {
        if (!example.call().path().startsWith(DIAGNOSIS)) {
            return answerNow(gateway, example);
        }
        try (LightLoad load = new LightLoad(gateway)) {
            await("a verdict about the light load alone")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> gateway.windowCompleted() < MESSAGES / 2 && gateway.isHealthy());
            return answerNow(gateway, example);
        }
    }

    private static Answer answerNow(GatewayClient gateway, Example example) {
        CurlCommand call = example.call();
        String[] headers =
                call.contentType().isEmpty() ? new String[0] : new String[] {"Content-Type", call.contentType()};
        HttpResponse<String> answer =
                gateway.call(call.method(), call.path(), BodyPublishers.ofString(call.body()), headers);
        return Answer.of(answer.statusCode(), answer.body(), example.answer());
    }
}
