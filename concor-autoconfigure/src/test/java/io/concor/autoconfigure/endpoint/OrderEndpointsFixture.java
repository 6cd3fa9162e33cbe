package io.concor.autoconfigure.endpoint;

import io.concor.manage.Manager;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** All endpoints of {@link OrderFlow} over HTTP, without presets. A subclass adds properties, such as the access. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.endpoints.web.exposure.include=*", "concor.presets.location=target/no-presets"})
abstract class OrderEndpointsFixture {

    @Autowired
    Manager manager;

    Http http;

    @LocalServerPort
    private int port;

    @BeforeEach
    void client() {
        http = new Http(port);
    }
}
