package io.concor.experiments.testbed;

import java.util.List;

/** The sample applications: the three of the thesis, and the billing. */
public enum SampleApplication {
    MO_FLOW(
            "mo-flow",
            "/messages",
            "{\"msisdn\":\"{{msisdn}}\",\"shortCode\":\"2222\",\"message\":\"sim-{{id}}\"}",
            List.of(
                    "--mo-flow.applications.base-url=http://127.0.0.1:%d",
                    "--mo-flow.max-in-flight=" + SampleApplication.MAX_IN_FLIGHT, "--logging.level.mo-flow.trans=off")),
    USSD(
            "ussd",
            "/ussd",
            "{\"sessionId\":\"sim-{{id}}\",\"msisdn\":\"{{msisdn}}\",\"text\":\"*100#\"}",
            List.of(
                    "--ussd.replies.url=http://127.0.0.1:%d/replies",
                    "--ussd.max-in-flight=" + SampleApplication.MAX_IN_FLIGHT, "--logging.level.ussd.trans=off")),
    MONEY_TRACKER(
            "money-tracker",
            "/transactions",
            "{\"id\":\"%s-{{id}}\",\"type\":\"transfer\",\"account\":\"{{msisdn}}\",\"counterAccount\":\"1{{msisdn}}\","
                    + "\"amount\":\"0.01\"}",
            List.of(
                    "--money-tracker.max-in-flight=" + SampleApplication.MAX_IN_FLIGHT,
                    "--logging.level.money-tracker.trx=off")),
    BILLING(
            "billing",
            "/records",
            "{\"id\":\"%s-{{id}}\",\"caller\":\"{{msisdn}}\",\"called\":\"4930123456\","
                    + "\"start\":\"2026-11-26T10:00:00Z\",\"seconds\":\"60\"}",
            List.of("--logging.level.io.concor.sample.billing.Rejects=off"));

    /**
     * High enough that a backlog is detected before the flow rejects events: with 80 ms, up to 25,600 requests per
     * second.
     */
    private static final int MAX_IN_FLIGHT = 2048;

    private final String flow;
    private final String path;
    private final String body;
    private final List<String> arguments;

    SampleApplication(String flow, String path, String body, List<String> arguments) {
        this.flow = flow;
        this.path = path;
        this.body = body;
        this.arguments = arguments;
    }

    public String flow() {
        return flow;
    }

    String module() {
        return "sample-" + flow;
    }

    String path() {
        return path;
    }

    /** Returns the request body of a run. Transaction ids differ between runs. */
    String body(String run) {
        return body.formatted(run);
    }

    /** Returns the arguments of the sample that calls a receiver at this port. */
    List<String> arguments(int receiverPort) {
        return arguments.stream()
                .map(argument -> argument.formatted(receiverPort))
                .toList();
    }

    /** Returns whether a request is completed by a callback, not by its response. */
    boolean callsBack() {
        return this == MO_FLOW || this == USSD;
    }
}
