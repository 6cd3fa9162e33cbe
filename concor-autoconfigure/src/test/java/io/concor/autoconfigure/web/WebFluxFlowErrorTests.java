package io.concor.autoconfigure.web;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Over Spring WebFlux on Netty. */
@SpringBootTest(
        classes = RefusingApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"spring.main.web-application-type=reactive", "spring.lifecycle.timeout-per-shutdown-phase=1s"})
class WebFluxFlowErrorTests extends FlowErrorContract {}
