package io.concor.autoconfigure.web;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/**
 * Over Spring WebFlux on Netty. One request for each connection: Reactor Netty 1.3.6 may never read the next one (its
 * issue 4361).
 */
@SpringBootTest(
        classes = RefusingApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=reactive",
            "server.netty.max-keep-alive-requests=1",
            "spring.lifecycle.timeout-per-shutdown-phase=1s"
        })
class WebFluxFlowErrorTests extends FlowErrorContract {}
