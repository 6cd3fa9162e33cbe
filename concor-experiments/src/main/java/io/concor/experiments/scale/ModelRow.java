package io.concor.experiments.scale;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A quantity of the model, as a row of its table. */
record ModelRow(String name, ToDoubleFunction<Deployment> value) {

    private static final double MEGABYTE = 1_000_000;
    private static final double SECONDS_PER_MINUTE = 60;

    /** Returns all quantities, in the order in which a reader needs them. */
    static List<ModelRow> all(MeasuredCosts costs) {
        return Stream.of(topics(), rest(costs), load(costs), failures(costs))
                .flatMap(List::stream)
                .toList();
    }

    private static List<ModelRow> topics() {
        return List.of(
                new ModelRow("partitions of a slot, of its four topics", of -> topics(of)
                        .partitionsOfSlot()),
                new ModelRow("partitions of the flow", of -> topics(of).partitions()),
                new ModelRow("replicas on each broker", of -> topics(of).replicasOfBroker()),
                new ModelRow("clients of a process", of -> topics(of).clientsOfProcess()),
                new ModelRow("connections of a process", of -> topics(of).connectionsOfProcess()),
                new ModelRow("connections to each broker", of -> topics(of).connectionsOfBroker()),
                new ModelRow("memberships in groups", of -> topics(of).memberships()),
                new ModelRow("members of a slot that get no partition", of -> topics(of)
                        .idleMembersOfSlot()));
    }

    private static List<ModelRow> rest(MeasuredCosts costs) {
        return List.of(
                new ModelRow(
                        "**at rest**, requests/s in all", of -> rest(of, costs).requests()),
                new ModelRow(
                        "of them to read dead letters", of -> rest(of, costs).fetchesOfLetters()),
                new ModelRow("to read events", of -> rest(of, costs).fetchesOfEvents()),
                new ModelRow("heartbeats", of -> rest(of, costs).heartbeats()),
                new ModelRow("of processes that publish themselves", of -> rest(of, costs)
                        .requestsOfMembers()),
                new ModelRow("of the census", of -> rest(of, costs).requestsOfCensus()),
                new ModelRow(
                        "offsets that it asks for, /s", of -> rest(of, costs).offsetsAsked()),
                new ModelRow(
                        "MB/s to tell processes of each other",
                        of -> rest(of, costs).bytesOfMembers() / MEGABYTE),
                new ModelRow(
                        "MB/s to say what topics there are",
                        of -> rest(of, costs).bytesOfTopics() / MEGABYTE));
    }

    private static List<ModelRow> load(MeasuredCosts costs) {
        return List.of(
                new ModelRow("**at the rate**, requests/s in all", of -> load(of, costs)
                        .requests()),
                new ModelRow("of them for events", of -> load(of, costs).requestsOfEvents()),
                new ModelRow("of the census", of -> load(of, costs).requestsOfCensus()),
                new ModelRow(
                        "offsets that it asks for, /s", of -> load(of, costs).offsetsAsked()),
                new ModelRow("first events read, if some wait in each partition", of -> load(of, costs)
                        .firstEventsRead()),
                new ModelRow("more, if these have waited for long", of -> load(of, costs)
                        .firstEventsOfOthersRead()),
                new ModelRow("transactions/s", of -> load(of, costs).transactions()),
                new ModelRow("events of a transaction", of -> load(of, costs).endsOfTransaction()),
                new ModelRow("requests of a transaction", of -> load(of, costs).requestsOfTransaction()),
                new ModelRow(
                        "MB/s written by each broker", of -> load(of, costs).bytesWrittenByBroker() / MEGABYTE),
                new ModelRow(
                        "MB/s sent to brokers by each", of -> load(of, costs).bytesToOtherBrokers() / MEGABYTE),
                new ModelRow(
                        "MB/s sent to processes by each", of -> load(of, costs).bytesToWorkers() / MEGABYTE),
                new ModelRow(
                        "processes that read each result", of -> load(of, costs).readersOfResult()));
    }

    private static List<ModelRow> failures(MeasuredCosts costs) {
        return List.of(
                new ModelRow("**a process is killed**: partitions that move", of -> failure(of, costs)
                        .partitionsOfProcess()),
                new ModelRow("seconds until others have them, at most", of -> failure(of, costs)
                        .takeOverSeconds()),
                new ModelRow(
                        "MB of progress to read, at most",
                        of -> failure(of, costs).mostBytesOfProgress() / MEGABYTE),
                new ModelRow("**all are replaced**: groups formed anew", of -> failure(of, costs)
                        .rebalancesOfReplacement()),
                new ModelRow(
                        "MB sent and written each time",
                        of -> failure(of, costs).bytesOfRebalance() / MEGABYTE),
                new ModelRow("minutes, at least", of -> failure(of, costs).replacementSeconds() / SECONDS_PER_MINUTE),
                new ModelRow("**a broker is killed**: partitions without a leader for a while", of -> failure(of, costs)
                        .partitionsOfBroker()));
    }

    private static TopicModel topics(Deployment of) {
        return new TopicModel(of);
    }

    private static RestModel rest(Deployment of, MeasuredCosts costs) {
        return new RestModel(of, costs);
    }

    private static LoadModel load(Deployment of, MeasuredCosts costs) {
        return new LoadModel(of, costs);
    }

    private static FailureModel failure(Deployment of, MeasuredCosts costs) {
        return new FailureModel(of, costs);
    }
}
