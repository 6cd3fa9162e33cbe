package io.concor.autoconfigure.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.RequestEntity;

/** Users with each role, out of properties only, on the port of the application. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.heapdump.access=read-only",
            "management.endpoint.concorslots.access=unrestricted",
            "management.endpoint.concorpresets.access=unrestricted",
            "management.endpoint.concorsampling.access=unrestricted",
            "concor.security.enabled=true",
            "concor.security.users.viewer.password=" + RolesTests.HASH,
            "concor.security.users.viewer.roles=viewer",
            "concor.security.users.presets.password=" + RolesTests.HASH,
            "concor.security.users.presets.roles=presets",
            "concor.security.users.both.password=" + RolesTests.HASH,
            "concor.security.users.both.roles=presets,diagnosis",
            "concor.security.users.operator.password=" + RolesTests.HASH,
            "concor.security.users.operator.roles=operator",
            SecureApplication.EXCLUDED
        })
@AutoConfigureTestRestTemplate
class RolesTests {

    static final String HASH = "{bcrypt}$2a$04$VmA/WkOyIiD2GrpkcCTg/O.Q0sqzbsiZ2nMgVnB.POoP.YCOXw7NK";

    private static final String PASSWORD = "may read and change";

    @Autowired
    private TestRestTemplate client;

    @LocalServerPort
    private int port;

    /** The flow does not exist: a call that is admitted gets 404. */
    @ParameterizedTest
    @CsvSource({"viewer, 403, 403, 403", "presets, 404, 403, 403", "both, 404, 404, 403", "operator, 404, 404, 404"})
    void changeWhatTheyName(String user, int preset, int sampling, int slot) {
        assertThat(post(user, "concorpresets/none/quiet")).isEqualTo(preset);
        assertThat(post(user, "concorsampling/none")).isEqualTo(sampling);
        assertThat(post(user, "concorslots/none/first")).isEqualTo(slot);
    }

    @ParameterizedTest
    @CsvSource({"viewer, 200, 403", "presets, 200, 403", "both, 200, 403", "operator, 200, 200"})
    void readAllButTheAuditEvents(String user, int endpoint, int audit) {
        assertThat(get(user, "/actuator/concor")).isEqualTo(endpoint);
        assertThat(get(user, "/actuator")).isEqualTo(200);
        assertThat(get(user, "/actuator/auditevents")).isEqualTo(audit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"beans", "configprops", "env", "env/java.version", "heapdump", "threaddump"})
    void viewersSeeNeitherMemoryNorSettings(String endpoint) {
        assertThat(head("viewer", "/actuator/" + endpoint)).isEqualTo(403);
        assertThat(get("both", "/actuator/" + endpoint)).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"beans", "configprops", "env", "env/java.version", "threaddump"})
    void theOperatorSeesThem(String endpoint) {
        assertThat(get("operator", "/actuator/" + endpoint)).isEqualTo(200);
    }

    @Test
    void programsChangeOtherRequestsOfTheApplicationWithoutAToken() {
        assertThat(status(client.withBasicAuth("viewer", PASSWORD)
                        .postForEntity("/orders", Map.of(), String.class)
                        .getStatusCode()))
                .as("no such page, for a caller who is admitted")
                .isEqualTo(404);
        assertThat(status(
                        client.postForEntity("/orders", Map.of(), String.class).getStatusCode()))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"Origin, https://elsewhere.example", "Sec-Fetch-Site, cross-site", "Cookie, JSESSIONID=any"})
    void browsersNeedATokenForOtherRequestsAsWell(String header, String value) {
        RequestEntity<Map<String, String>> change =
                RequestEntity.post("/orders").header(header, value).body(Map.of());

        assertThat(status(client.withBasicAuth("operator", PASSWORD)
                        .exchange(change, String.class)
                        .getStatusCode()))
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({"Origin, https://elsewhere.example", "Sec-Fetch-Site, cross-site", "Cookie, JSESSIONID=any"})
    void changesOfBrowsersNeedATokenAsWell(String header, String value) {
        RequestEntity<Map<String, String>> change = RequestEntity.post("/actuator/concorslots/none/first")
                .header(header, value)
                .body(Map.of());

        assertThat(status(client.withBasicAuth("operator", PASSWORD)
                        .exchange(change, String.class)
                        .getStatusCode()))
                .isEqualTo(403);
    }

    /** Otherwise the server would wait for each of its bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/concor", "/actuator/none", "/orders"})
    void aFormOfACallerWithoutALogInIsNotRead(String path) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere.example\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\nx";
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(head.getBytes(US_ASCII));

            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .matches("HTTP/1.1 4(01|03|15)");
        }
    }

    @ParameterizedTest
    @CsvSource({"/actuator/health, 200", "/actuator/concor, 401"})
    void callersWithoutAPasswordSeeOnlyHealth(String path, int status) {
        assertThat(client.getForEntity(path, String.class).getStatusCode().value())
                .isEqualTo(status);
    }

    @Test
    void otherRequestsNeedALogInByFormOrPassword() {
        assertThat(new Browser(port).open("/orders").body()).contains("Please sign in");
        assertThat(new Browser(port).logIn("/orders", "viewer", PASSWORD).statusCode())
                .isEqualTo(404);
        assertThat(get("viewer", "/orders")).isEqualTo(404);
        assertThat(client.getForEntity("/orders", String.class).getStatusCode().value())
                .isEqualTo(401);
    }

    private int get(String user, String path) {
        return status(client.withBasicAuth(user, PASSWORD)
                .getForEntity(path, String.class)
                .getStatusCode());
    }

    private int head(String user, String path) {
        return status(client.withBasicAuth(user, PASSWORD)
                .exchange(path, HttpMethod.HEAD, null, String.class)
                .getStatusCode());
    }

    private int post(String user, String path) {
        return status(client.withBasicAuth(user, PASSWORD)
                .postForEntity("/actuator/" + path, Map.of(), String.class)
                .getStatusCode());
    }

    private static int status(HttpStatusCode code) {
        return code.value();
    }
}
