package io.concor.test.autoconfigure;

import org.springframework.stereotype.Component;

/** What a test of flows does without. */
@Component
class OrderPrinter {}
