package io.concor.sample.support.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.sample.HttpCaller;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the defaults of Spring Security do with changes. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=concorslots",
            "management.endpoint.concorslots.access=unrestricted",
            "spring.security.user.name=operator",
            "spring.security.user.password=" + DocumentedAccessTest.OPERATOR_PASSWORD
        })
@ExtendWith(OutputCaptureExtension.class)
class DefaultAccessTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
    static class Application {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .map((String order) -> order, "parser")
                    .build();
        }
    }

    @Test
    void theirAnswerToAChangeIsExplainedAtTheStart(CapturedOutput output, @LocalServerPort int port) {
        HttpCaller operator = HttpCaller.as("operator", DocumentedAccessTest.OPERATOR_PASSWORD, port);

        assertThat(operator.get("/actuator/concorslots/orders").statusCode()).isEqualTo(200);
        assertThat(operator.call(
                                "POST",
                                "/actuator/concorslots/orders/parser",
                                BodyPublishers.ofString("{\"pool\":\"single\"}"),
                                "Content-Type",
                                "application/json")
                        .statusCode())
                .isEqualTo(401);
        assertThat(output)
                .contains("The defaults of Spring Security answer 401 to each POST and DELETE that has no CSRF token");
    }
}
