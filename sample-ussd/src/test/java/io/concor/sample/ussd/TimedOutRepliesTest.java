package io.concor.sample.ussd;

import org.springframework.test.context.TestPropertySource;

/** Requests time out before the HTTP client ends the posts of their replies to a hostile operator. */
@TestPropertySource(properties = {"ussd.replies.response-timeout=1h", "concor.flows.ussd.timeout=3s"})
class TimedOutRepliesTest extends HostileOperatorTest {}
