package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;

@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted"
        })
class ManagementPortTests {

    @LocalManagementPort
    private int port;

    @Test
    void tellsOfAnUnreadableBodyOnThePortOfItsOwn() {
        Http.Answer answer = new Http(port).post("concorslots/orders/resolver", "[1]");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("body");
    }

    @Test
    void refusesAFlowInTheBodyThatIsNotTheOneInThePathOnThePortOfItsOwn() {
        Http.Answer answer = new Http(port).post("concorslots/orders/resolver", "{\"flow\":\"payments\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("flow");
    }
}
