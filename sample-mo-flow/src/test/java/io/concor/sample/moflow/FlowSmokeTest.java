package io.concor.sample.moflow;

class FlowSmokeTest extends SmokeTest {}
