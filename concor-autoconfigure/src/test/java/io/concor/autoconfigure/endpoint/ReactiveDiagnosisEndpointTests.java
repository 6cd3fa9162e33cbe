package io.concor.autoconfigure.endpoint;

import org.junit.jupiter.api.Tag;
import org.springframework.test.context.TestPropertySource;

/** One request for each connection: see {@link ReactiveEndpointsTests}. */
@TestPropertySource(
        properties = {"spring.main.web-application-type=reactive", "server.netty.max-keep-alive-requests=1"})
@Tag("full")
class ReactiveDiagnosisEndpointTests extends DiagnosisEndpointTests {}
