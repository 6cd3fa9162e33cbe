package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.layout.Layout;
import io.concor.manage.Manager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;

/**
 * The endpoints refuse the same requests over Spring WebFlux as over Spring MVC, with the same response. One request for
 * each connection: Reactor Netty 1.3.6 may never read the next one (its issue 4361).
 */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=reactive",
            "server.netty.max-keep-alive-requests=1",
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted"
        })
class ReactiveEndpointsTests implements UnsupportedRequestContract {

    private static final String RESOLVER = "concorslots/orders/resolver";

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    private Http http;

    @Override
    public Http http() {
        return http;
    }

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    @Test
    void areServedByNetty(@Autowired ReactiveWebServerFactory server) {
        assertThat(server).isInstanceOf(NettyReactiveWebServerFactory.class);
    }

    @Test
    void respondWithATableOnlyToARequestForPlainText() {
        assertThat(http.getText("concor").text()).startsWith("flow    state    components");
        assertThat(http.getText("concor/none").status()).isEqualTo(404);
        assertThat(http.get("concor").at("/flows/0/name")).isEqualTo("orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST   | ``                     | {\"threads\":2,\"threads\":3}       | threads | it occurs more than once in the body",
                "POST   | ?dryRun=true           | {\"threads\":2,\"dryRun\":false}    | dryRun  | it occurs in the query and in the body",
                "POST   | ?reason=one&reason=two | {\"threads\":2}                    | reason  | it is present more than once",
                "POST   | ``                     | [1,2]                              | body    | the body is not a JSON object",
                "POST   | ``                     | {\"threads\":                      | body    | the body is not a JSON object",
                "POST   | ``                     | {\"threads\":[1,2]}                | threads | its value is a list, an object, or not JSON",
                "POST   | ``                     | {\"threads\":2,\"flow\":\"other\"} | flow    | 'other' differs from the path",
                "POST   | ?slot=session          | {\"threads\":2}                    | slot    | 'session' differs from the path",
                "POST   | ``                     | {\"threads\":2,\"dryRun\":null}     | dryRun  | it is null",
                "POST   | ?dryRun                | {\"threads\":2}                    | dryRun  | it has no value in the query",
                "DELETE | ?dryRun                |                                    | dryRun  | it has no value in the query",
                "DELETE | ?slot=session          |                                    | slot    | 'session' differs from the path",
                "DELETE | ``                     | {\"dryRun\":true}                  | dryRun  | it is in the body of a DELETE, which is not read",
                "DELETE | ``                     | dryRun=true                        | body    | the body of a DELETE is not read",
                "GET    | ?flow=other            |                                    | flow    | 'other' differs from the path"
            })
    void refusesUnreadableBodiesAndRepeatedNames(
            String method, String query, @Nullable String body, String field, String reason) {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.call(method, RESOLVER + query, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo(field);
        assertThat(answer.field("reason")).isEqualTo(reason);
        assertThat(answer.field("allowed")).isNotEmpty();
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @Test
    void respondsToAChangeWithATableToARequestForPlainText() {
        assertThat(http.call("POST", RESOLVER, "{\"threads\":3,\"dryRun\":true}", "text/plain")
                        .text())
                .contains("dry run: nothing changed", "resolver  new       fixed        3");
    }

    @Test
    void acceptsValidValues() {
        Http.Answer answer = http.post(
                RESOLVER + "?slot=resolver&reason=why", "{\"flow\":\"orders\",\"threads\":6,\"capacity\":32}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(manager.flow("orders").slot("resolver").totalThreads()).isEqualTo(6);
        assertThat(http.get("concorchanges/orders?limit=1").at("/changes/0/reason"))
                .isEqualTo("why");
    }

    @Test
    void doesNotAffectOtherEndpoints() {
        assertThat(http.post("loggers/io.concor.none", "{\"configuredLevel\":\"info\",\"configuredLevel\":\"debug\"}")
                        .status())
                .isEqualTo(204);
    }
}
