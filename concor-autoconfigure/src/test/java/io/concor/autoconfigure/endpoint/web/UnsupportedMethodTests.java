package io.concor.autoconfigure.endpoint.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.endpoint.Http;
import io.concor.autoconfigure.endpoint.OrderFlow;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A response with status 405 suggests to enable an operation only where the path has it. */
class UnsupportedMethodTests {

    private static final String NOT_ENABLED =
            "%s is not enabled for this path (management.endpoint.%s.access: unrestricted)";
    private static final String NO_OPERATION = "this path has no operation for %s";

    @ParameterizedTest
    @CsvSource({
        "SERVLET, local.server.port, ''",
        "SERVLET, local.management.port, management.server.port=0",
        "REACTIVE, local.server.port, server.netty.max-keep-alive-requests=1"
    })
    void suggestsToEnableTheOperationsOfThePathOnly(WebApplicationType type, String port, String property) {
        try (ConfigurableApplicationContext context = start(type, property)) {
            Http http = new Http(context.getEnvironment().getRequiredProperty(port, Integer.class));

            assertThat(reason(http, "POST", "joins/orders/resolver"))
                    .as("of a renamed path")
                    .isEqualTo(NOT_ENABLED.formatted("POST", "concorslots"));
            assertThat(reason(http, "DELETE", "joins/orders/resolver"))
                    .isEqualTo(NOT_ENABLED.formatted("DELETE", "concorslots"));
            assertThat(reason(http, "POST", "joins/orders")).isEqualTo(NO_OPERATION.formatted("POST"));
            assertThat(reason(http, "POST", "concorsampling/orders"))
                    .isEqualTo(NOT_ENABLED.formatted("POST", "concorsampling"));
            assertThat(reason(http, "DELETE", "concorsampling/orders")).isEqualTo(NO_OPERATION.formatted("DELETE"));
            assertThat(reason(http, "POST", "concorautopilot/orders"))
                    .isEqualTo(NOT_ENABLED.formatted("POST", "concorautopilot"));
            assertThat(reason(http, "POST", "concorautopilot")).isEqualTo(NO_OPERATION.formatted("POST"));
            assertThat(reason(http, "POST", "concor")).isEqualTo(NO_OPERATION.formatted("POST"));
            assertThat(reason(http, "POST", "concordiagnosis/orders/whatif")).isEqualTo(NO_OPERATION.formatted("POST"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void namesTheLimitOfAllEndpointsIfItForbidsTheOperation(WebApplicationType type) {
        try (ConfigurableApplicationContext context =
                start(type, "management.endpoints.access.max-permitted=read-only")) {
            Http http = new Http(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));

            assertThat(reason(http, "POST", "joins/orders/resolver"))
                    .isEqualTo(
                            "POST is not enabled for this path (management.endpoints.access.max-permitted forbids changes: raise"
                                    + " it from read-only to unrestricted, and set management.endpoint.concorslots.access: unrestricted)");
            assertThat(reason(http, "POST", "concor")).isEqualTo(NO_OPERATION.formatted("POST"));
        }
    }

    private static String reason(Http http, String method, String path) {
        Http.Answer answer = http.call(method, path, method.equals("POST") ? "{}" : null);

        assertThat(answer.status()).as(answer.text()).isEqualTo(405);
        assertThat(answer.field("allowed")).isEqualTo("GET");
        return answer.field("reason");
    }

    private static ConfigurableApplicationContext start(WebApplicationType type, String property) {
        return new SpringApplicationBuilder(OrderFlow.class)
                .web(type)
                .properties(Stream.of(
                                "server.port=0",
                                "management.endpoints.web.exposure.include=*",
                                "management.endpoints.web.path-mapping.concorslots=joins",
                                property)
                        .filter(given -> !given.isEmpty())
                        .toArray(String[]::new))
                .run();
    }
}
