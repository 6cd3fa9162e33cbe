package io.concor.sample.moflow;

import org.springframework.test.context.TestPropertySource;

/** Messages to hostile applications time out before the HTTP client ends their requests. */
@TestPropertySource(properties = {"mo-flow.applications.response-timeout=1h", "concor.flows.mo-flow.timeout=3s"})
class TimedOutMessagesTest extends HostileApplicationsTest {}
