package io.concor.sample.support.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.sample.HttpCaller;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** The class that docs/security.md shows gives two roles to the endpoints. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=health,concor,concorslots,auditevents",
            "management.endpoint.concorslots.access=unrestricted",
            "VIEWER_PASSWORD=" + DocumentedAccessTest.VIEWER_PASSWORD,
            "OPERATOR_PASSWORD=" + DocumentedAccessTest.OPERATOR_PASSWORD
        })
@ExtendWith(OutputCaptureExtension.class)
class DocumentedAccessTest {

    static final String VIEWER_PASSWORD = "may only read";
    static final String OPERATOR_PASSWORD = "may read and change";

    private static final Path PAGE = Path.of("../docs/security.md");
    private static final Path SOURCE = Path.of("src/test/java/io/concor/sample/support/access/EndpointSecurity.java");
    private static final String CHANGE = "/actuator/concorslots/orders/parser?dryRun=true";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
    @Import(EndpointSecurity.class)
    static class Application {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .join(JoinSettings.fixed(2))
                    .map((String order) -> order, "parser")
                    .build();
        }

        @Bean
        AuditEventRepository auditEvents() {
            return new InMemoryAuditEventRepository();
        }
    }

    private HttpCaller anonymous = new HttpCaller(0);
    private HttpCaller viewer = new HttpCaller(0);
    private HttpCaller operator = new HttpCaller(0);

    @BeforeEach
    void connect(@LocalManagementPort int port) {
        anonymous = new HttpCaller(port);
        viewer = HttpCaller.as("viewer", VIEWER_PASSWORD, port);
        operator = HttpCaller.as("operator", OPERATOR_PASSWORD, port);
    }

    @Test
    void thePageShowsTheClass() throws IOException {
        String shown = between(Files.readString(PAGE), "<!-- snippet: endpoint-security -->\n```java\n", "```");

        assertThat(shown).isEqualTo(between(Files.readString(SOURCE), "// snippet: endpoint-security\n", "// end"));
    }

    private static String between(String text, String start, String end) {
        assertThat(text).contains(start);
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator/health, 200, 200, 200",
        "/actuator, 401, 200, 200",
        "/actuator/concor, 401, 200, 200",
        "/actuator/concorslots/orders/parser, 401, 200, 200",
        "/actuator/auditevents, 401, 403, 200"
    })
    void bothRolesRead(String path, int byAnonymous, int byViewer, int byOperator) {
        assertThat(anonymous.get(path).statusCode()).isEqualTo(byAnonymous);
        assertThat(viewer.get(path).statusCode()).isEqualTo(byViewer);
        assertThat(operator.get(path).statusCode()).isEqualTo(byOperator);
    }

    @Test
    void onlyTheOperatorChanges(CapturedOutput output) {
        String body = "{\"threads\":3}";

        assertThat(anonymous.call("POST", CHANGE, BodyPublishers.ofString(body)).statusCode())
                .isEqualTo(401);
        assertThat(viewer.call("POST", CHANGE, BodyPublishers.ofString(body)).statusCode())
                .isEqualTo(403);
        assertThat(operator.call("POST", CHANGE, BodyPublishers.ofString(body)).statusCode())
                .isEqualTo(200);
        assertThat(output).doesNotContain("defaults of Spring Security");
    }

    @Test
    void noPageOfABrowserChangesWithARememberedPassword() {
        assertThat(operator.call(
                                "POST",
                                CHANGE,
                                BodyPublishers.ofString("{\"threads\":3}"),
                                "Content-Type",
                                "application/json",
                                "Origin",
                                "https://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void anEmptyPasswordLetsNobodyIn() {
        UserDetails user = new EndpointSecurity().users("", OPERATOR_PASSWORD).loadUserByUsername("viewer");

        assertThat(PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("", user.getPassword()))
                .isFalse();
    }

    @Test
    void noPasswordIsLongerThanBcryptReads() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EndpointSecurity().users(VIEWER_PASSWORD, "x".repeat(73)));
    }
}
