package io.concor.experiments.testbed;

import java.util.List;

/** The three applications of the thesis. */
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
                    "--logging.level.money-tracker.trx=off"));

    /** So many that a backlog is seen before the door refuses: with 80 ms, up to 25,600 requests per second. */
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

    /** A request of a run; two runs never name the same transaction. */
    String body(String run) {
        return body.formatted(run);
    }

    /** What the sample is told, given the port of those whom it calls. */
    List<String> arguments(int receiverPort) {
        return arguments.stream()
                .map(argument -> argument.formatted(receiverPort))
                .toList();
    }

    /** Whether it calls somebody when it has done its work; otherwise its answer says that it has. */
    boolean callsBack() {
        return this != MONEY_TRACKER;
    }
}
