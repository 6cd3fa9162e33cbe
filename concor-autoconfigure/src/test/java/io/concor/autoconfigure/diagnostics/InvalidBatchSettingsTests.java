package io.concor.autoconfigure.diagnostics;

import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.slot;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.tasks;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.yaml;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations of batches with which an application does not start. */
class InvalidBatchSettingsTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void reportsProblemPlaceAndRemedy(InvalidConfiguration wrong) {
        wrong.requireReported();
    }

    static Stream<InvalidConfiguration> reportsProblemPlaceAndRemedy() {
        return Stream.of(bounds(), kinds(), joins()).flatMap(wrongs -> wrongs);
    }

    /** A flow with a batch task and the given settings of its slot. */
    private static InvalidConfiguration batches(String problem, String slot) {
        return tasks(problem, "{ name: writer, task: batchWriter, slot: { " + slot + " } }");
    }

    private static Stream<InvalidConfiguration> bounds() {
        String place = "Flow 'mo-flow', component 'writer', bean 'batchWriter'";
        return Stream.of(
                batches("a batch of nothing", "batch: 0")
                        .describes(place, "'batch'", "0 is out of bounds", "tasks[0].slot.batch", "Value: \"0\"")
                        .remedy("1 to 10000"),
                batches("a batch that is too large", "pool: fixed, threads: 2, batch: 10001")
                        .describes(place, "'batch'", "10001 is out of bounds")
                        .remedy("1 to 10000"),
                batches("a batch that is no number", "batch: all")
                        .describes("concor.flows.mo-flow.tasks[0].slot.batch", "'all' is not a whole number")
                        .remedy("Allowed for 'batch': a whole number"),
                batches("a linger that is too long", "linger: 2m")
                        .describes(place, "'linger'", "2m is out of bounds", "tasks[0].slot.linger")
                        .remedy("0s to 1m"),
                batches("a linger that is negative", "linger: -5ms")
                        .describes(place, "'linger'", "-5ms is out of bounds")
                        .remedy("0s to 1m"),
                batches("a linger that is no time", "linger: briefly")
                        .describes("concor.flows.mo-flow.tasks[0].slot.linger", "'briefly' is not a duration")
                        .remedy("a number with a unit"),
                batches("a target that is too short", "batch-target: 100us")
                        .describes(place, "'batch-target'", "100us is out of bounds", "tasks[0].slot.batch-target")
                        .remedy("1ms to 1h"),
                batches("a target that is too long", "batch-target: 1d")
                        .describes(place, "'batch-target'", "1d is out of bounds")
                        .remedy("1ms to 1h"),
                batches("a target that is no time", "batch-target: fast")
                        .describes("concor.flows.mo-flow.tasks[0].slot.batch-target", "'fast' is not a duration")
                        .remedy("a number with a unit"),
                batches("errors that are unknown", "batch-errors: spilt")
                        .describes(place, "'batch-errors'", "'spilt' is unknown (did you mean 'split'?)")
                        .remedy("fail, split"),
                batches("a key that is misspelled", "batch-targets: 200ms")
                        .describes("tasks[0].slot.batch-targets (did you mean 'batch-target'?)")
                        .remedy("Correct or remove them."),
                yaml(
                                "a wrong setting of a slot by name",
                                "concor.flows.mo-flow: { tasks: [ batchWriter ], slots: { batchWriter: { batch: 0 } } }")
                        .describes("concor.flows.mo-flow.slots.batchwriter.batch", "0 is out of bounds")
                        .remedy("1 to 10000"));
    }

    private static Stream<InvalidConfiguration> kinds() {
        return Stream.of(
                slot("a batch at a synchronized-remote task", "pool: cached, batch: 5")
                        .describes(
                                "component 'resolver', bean 'endpointResolver'",
                                "batch 5 is a setting of batch components, and 'resolver' is synchronized-remote",
                                "tasks[0].slot.batch")
                        .remedy("no batch at 'resolver', or a batch task there"),
                tasks("a linger at a simple task", "{ task: translator, slot: { pool: single, linger: 5ms } }")
                        .describes("component 'translator'", "linger 5ms is a setting of batch components", "is simple")
                        .remedy("no linger at 'translator'"),
                tasks("a target at a transition", "{ task: messageSender, slot: { pool: single, batch-target: 1s } }")
                        .describes("component 'messageSender'", "batch-target 1s is a setting", "is transition")
                        .remedy("no batch-target at 'messageSender'"),
                tasks(
                                "batch errors at a single-threaded task",
                                "{ task: moSessionManager, slot: { pool: single, batch-errors: split } }")
                        .describes("component 'moSessionManager'", "batch-errors split is a setting", "single-threaded")
                        .remedy("no batch-errors at 'moSessionManager'"),
                tasks(
                                "a batch at a side effect",
                                "translator",
                                "{ task: transLogger, slot: { pool: single, batch: 2 } }")
                        .describes("component 'transLogger'", "batch 2 is a setting", "is side-effect")
                        .remedy("no batch at 'transLogger'"),
                tasks("a batch at a catch task", "counter", "{ task: errorHandler, slot: { batch: 2 } }")
                        .describes("component 'errorHandler'", "batch 2 is a setting", "is catch")
                        .remedy("no batch at 'errorHandler'"));
    }

    private static Stream<InvalidConfiguration> joins() {
        return Stream.of(
                batches("no join for a batch task", "pool: none")
                        .describes("component 'writer'", "batch component 'writer' needs its own join", "slot.pool")
                        .remedy("fixed, cached, single"),
                batches("a keyed pool for a batch task", "pool: keyed")
                        .describes("component 'writer'", "a keyed pool serves a keyed component, and 'writer' is batch")
                        .remedy("another pool in slot 'writer'"),
                batches("a batch of no join", "pool: none, batch: 5")
                        .describes("component 'writer'", "'batch'", "5 does not apply to pool none")
                        .remedy("no other setting with pool none"));
    }
}
