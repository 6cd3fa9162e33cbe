package io.concor.autoconfigure.endpoint;

import org.springframework.test.context.TestPropertySource;

/** One request for each connection: see {@link ReactiveEndpointsTests}. */
@TestPropertySource(
        properties = {"spring.main.web-application-type=reactive", "server.netty.max-keep-alive-requests=1"})
class ReactiveDiagnosisEndpointTests extends DiagnosisEndpointTests {}
