package io.concor.autoconfigure.diagnostics;

import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.slot;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.tasks;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.yaml;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations that name a wrong bean, type or setting, or break a rule. */
class InvalidConfigurationTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void reportsProblemPlaceAndRemedy(InvalidConfiguration wrong) {
        wrong.requireReported();
    }

    static Stream<InvalidConfiguration> reportsProblemPlaceAndRemedy() {
        return Stream.of(beans(), types(), flows(), slots(), slotsByName(), rules())
                .flatMap(wrongs -> wrongs);
    }

    private static InvalidConfiguration slotByName(String what, String slots) {
        return yaml(
                what, "concor.flows.mo-flow: { tasks: [ translator, endpointResolver ], slots: { " + slots + " } }");
    }

    private static Stream<InvalidConfiguration> slotsByName() {
        return Stream.of(
                slotByName("a slot of a missing component", "\"[the resolver]\": { pool: single }")
                        .describes(
                                "concor.flows.mo-flow.slots.[the resolver]",
                                "Flow 'mo-flow', component 'the resolver'",
                                "no component 'the resolver'")
                        .remedy("translator, endpointResolver", "brackets"),
                slotByName(
                                "a slot by name that has a wrong setting",
                                "endpointResolver: { pool: fixed, threads: 9999 }")
                        .describes("concor.flows.mo-flow.slots.endpointresolver", "9999")
                        .remedy("4096"),
                slotByName("a slot by name that is unreadable", "endpointResolver: { pool: elastic }")
                        .describes("concor.flows.mo-flow.slots.endpointresolver.pool", "'elastic' is unknown")
                        .remedy("fixed"),
                slotByName("a slot by name that breaks a rule", "endpointResolver: { pool: single }")
                        .describes("concor.flows.mo-flow.slots.endpointresolver.pool", "component 'endpointResolver'")
                        .remedy("fixed"),
                slotByName("a slot by name with an unknown key", "endpointResolver: { pool: single, size: 4 }")
                        .describes("concor.flows.mo-flow.slots.endpointresolver.size")
                        .remedy("keep-alive"),
                slotByName(
                                "a slot by name with an unknown key in brackets",
                                "\"[endpointResolver]\": { pool: single, size: 4 }")
                        .describes("size")
                        .remedy("keep-alive"));
    }

    private static Stream<InvalidConfiguration> beans() {
        return Stream.of(
                tasks("a bean that is missing", "translator", "{ name: second, task: nowhere }")
                        .describes(
                                "Flow 'mo-flow', component 'second', bean 'nowhere'",
                                "no bean named 'nowhere'",
                                "Property: concor.flows.mo-flow.tasks[1].task",
                                "[test.yml] - ")
                        .remedy("Define a bean named 'nowhere'", "translator"),
                tasks("a bean that is missing, in the short form", "nowhere")
                        .describes(
                                "component 'nowhere', bean 'nowhere'",
                                "Property: concor.flows.mo-flow.tasks[0]%n    Value: \"nowhere\"".formatted(),
                                "[test.yml] - ")
                        .remedy("Define a bean named 'nowhere'"),
                yaml("a bean that is missing, in a list in one line", "concor.flows.mo-flow.tasks: translator, nowhere")
                        .describes(
                                "Property: concor.flows.mo-flow.tasks%n    Value: \"translator, nowhere\"%n    Origin: "
                                        .formatted())
                        .remedy("Define a bean named 'nowhere'"),
                tasks("a bean that is missing, given by the name of the component", "{ name: nowhere }")
                        .describes("Property: concor.flows.mo-flow.tasks[0].name%n    Value: \"nowhere\"%n    Origin: "
                                .formatted())
                        .remedy("Define a bean named 'nowhere'"),
                tasks("a bean of a similar name", "session-manager")
                        .describes("no bean named 'session-manager' (did you mean 'moSessionManager'?)")
                        .remedy("moSessionManager"),
                tasks("a bean that is no task", "{ name: text, task: noTask }")
                        .describes("Flow 'mo-flow', component 'text', bean 'noTask'", "not a task", "java.lang.String")
                        .remedy("SimpleTask", "CatchTask", "RecoveryTask"),
                tasks("a bean of two kinds", "simpleAndCatch")
                        .describes(
                                "component 'simpleAndCatch', bean 'simpleAndCatch'",
                                "several kinds",
                                "catch, simple",
                                "tasks[0]")
                        .remedy("one of the task types only"),
                tasks("a component without name and bean", "{ slot: { pool: single } }")
                        .describes("Flow 'mo-flow'", "neither a name nor a task", "concor.flows.mo-flow.tasks[0]")
                        .remedy("'name' and a 'task'"),
                tasks("an empty entry", "translator", "''")
                        .describes("Flow 'mo-flow'", "neither a name nor a task", "concor.flows.mo-flow.tasks[1]")
                        .remedy("name of a task bean"),
                tasks("a flow as a task of itself", "mo-flow")
                        .describes("mo-flow")
                        .remedy(""));
    }

    private static Stream<InvalidConfiguration> types() {
        return Stream.of(
                tasks("neighbours whose types do not fit", "messageSender", "moSessionManager")
                        .describes(
                                "Flow 'mo-flow', component 'moSessionManager', bean 'moSessionManager'",
                                "takes io.concor.autoconfigure.TestTasks$Message",
                                "previous component 'messageSender' returns java.lang.Integer")
                        .remedy("converts java.lang.Integer to io.concor.autoconfigure.TestTasks$Message"),
                tasks("types of which one side is known", "messageSender", "halfTyped")
                        .describes(
                                "component 'halfTyped'", "takes io.concor.autoconfigure.TestTasks$Message", "Integer")
                        .remedy("Insert a task"),
                tasks("types that do not fit in their parameters", "translator", "digits", "counter")
                        .describes("component 'counter'", "List<java.lang.String>", "List<java.lang.Integer>")
                        .remedy("Insert a task"),
                tasks("a side effect that cannot take what passes", "translator", "numberLogger")
                        .describes("component 'numberLogger'", "takes java.lang.Integer", "'translator'")
                        .remedy("correct the order"),
                tasks("types that do not fit behind a side effect", "messageSender", "transLogger", "translator")
                        .describes("component 'translator'", "takes java.lang.String", "java.lang.Integer")
                        .remedy("Insert a task"),
                tasks("an error handler that recovers with another type", "translator", "listHandler")
                        .describes(
                                "component 'listHandler'", "recovers with java.util.List<java.lang.String>", "Message")
                        .remedy("change one of the types"),
                tasks("a recovery task that recovers with another type", "translator", "listRejects")
                        .describes(
                                "component 'listRejects'", "recovers with java.util.List<java.lang.String>", "Message")
                        .remedy("change one of the types"));
    }

    private static Stream<InvalidConfiguration> flows() {
        return Stream.of(
                tasks("two components of one name", "moSessionManager", "{ name: moSessionManager, task: ownSessions }")
                        .describes("Flow 'mo-flow', component 'moSessionManager', bean 'ownSessions'", "two components")
                        .remedy("a name of its own"),
                yaml("a flow without tasks", "concor.flows.mo-flow: { timeout: 3s }")
                        .describes("Flow 'mo-flow'", "no component", "concor.flows.mo-flow.tasks")
                        .remedy("at least one task"),
                yaml("a flow with an empty list of tasks", "concor.flows.mo-flow: { tasks: [] }")
                        .describes("Flow 'mo-flow'", "no component")
                        .remedy("at least one task"),
                yaml("a flow without settings", "concor: { flows: { mo-flow: } }")
                        .describes("Flow 'mo-flow'", "no component")
                        .remedy("at least one task"),
                tasks(
                                "a single-threaded task at two places",
                                "moSessionManager",
                                "{ name: again, task: moSessionManager }")
                        .describes(
                                "Flow 'mo-flow', component 'again', bean 'moSessionManager'",
                                "at the same time as itself")
                        .remedy("an object of its own"),
                yaml(
                                "a single-threaded task in two flows",
                                "concor.flows: { one: { tasks: [ moSessionManager ] }, two: { tasks: [ { name: again, task: moSessionManager } ] } }")
                        .describes("Flow 'two', component 'again'", "bean 'moSessionManager'", "flow 'one'")
                        .remedy("an object of its own"),
                yaml("a flow's name that is taken", "concor.flows: { translator: { tasks: [ translator ] } }")
                        .describes("Flow 'translator'", "already exists", "TestTasks")
                        .remedy("Rename the flow or the bean"),
                yaml(
                                "a flow's name that is not allowed",
                                "concor: { flows: { '[mo/flow]': { tasks: [ translator ] } } }")
                        .describes("'mo/flow'", "is not a name")
                        .remedy("letters, digits"),
                tasks("a component's name that is not allowed", "{ name: 'a/b', task: translator }")
                        .describes("Flow 'mo-flow', component 'a/b', bean 'translator'", "not allowed")
                        .remedy("letters, digits"),
                yaml("no room for events", "concor.flows.mo-flow: { max-in-flight: 0, tasks: [ translator ] }")
                        .describes("Flow 'mo-flow'", "'max-in-flight'", "0 is out of bounds", "Value: \"0\"")
                        .remedy("1 to 1048576"),
                yaml("a timeout of nothing", "concor.flows.mo-flow: { timeout: 0s, tasks: [ translator ] }")
                        .describes("Flow 'mo-flow'", "'timeout'", "0s is out of bounds", "concor.flows.mo-flow.timeout")
                        .remedy("1ms to 1d"));
    }

    private static Stream<InvalidConfiguration> slots() {
        String place = "Flow 'mo-flow', component 'resolver', bean 'endpointResolver'";
        return Stream.of(
                slot("a slot without a pool", "threads: 3")
                        .describes(place, "'pool'", "missing", "concor.flows.mo-flow.tasks[0].slot.pool")
                        .remedy("none, single, fixed, cached, virtual, keyed"),
                slot("a pool that is unknown", "pool: elastic")
                        .describes(place, "'elastic' is unknown", "Value: \"elastic\"")
                        .remedy("none, single, fixed, cached, virtual, keyed"),
                slot("a fixed pool without threads", "pool: fixed")
                        .describes(place, "'threads'")
                        .remedy("1 to 4096"),
                slot("a fixed pool of no threads", "pool: fixed, threads: 0")
                        .describes(place, "0 for a fixed pool", "Value: \"0\"")
                        .remedy("1 to 4096"),
                slot("too many threads", "pool: cached, threads: 100000")
                        .describes(place, "100000")
                        .remedy("1 to 4096"),
                slot("a ring that is no power of two", "pool: fixed, threads: 2, capacity: 1000")
                        .describes(place, "'capacity'", "1000", "tasks[0].slot.capacity")
                        .remedy("a power of two"),
                slot("a way of waiting that is unknown", "pool: fixed, threads: 2, wait: patiently")
                        .describes(place, "'wait'", "'patiently'", "tasks[0].slot.wait")
                        .remedy("blocking, yielding, spinning"),
                slot("a keep-alive of a pool that spares no thread", "pool: fixed, threads: 2, keep-alive: 3s")
                        .describes(place, "'keep-alive'", "3s does not apply", "pool fixed")
                        .remedy("only with pool cached"),
                slot("threads of an empty slot", "pool: none, threads: 2")
                        .describes(place, "'threads'", "2 does not apply to pool none")
                        .remedy("no other setting"));
    }

    private static Stream<InvalidConfiguration> rules() {
        return Stream.of(
                tasks(
                                "several threads for a single-threaded task",
                                "{ task: moSessionManager, slot: { pool: fixed, threads: 2 } }")
                        .describes(
                                "Flow 'mo-flow', component 'moSessionManager', bean 'moSessionManager'",
                                "2 threads of a fixed pool",
                                "tasks[0].slot.pool")
                        .remedy("single (or another pool with 1 thread) in slot 'moSessionManager'"),
                tasks(
                                "no thread of its own for a single-threaded task",
                                "{ task: moSessionManager, slot: { pool: none } }")
                        .describes(
                                "component 'moSessionManager'",
                                "with pool none",
                                "threads that enter the flow",
                                "Value: \"none\"")
                        .remedy("in slot 'moSessionManager'"),
                slot("a single pool for a synchronized-remote task", "pool: single")
                        .describes("component 'resolver', bean 'endpointResolver'", "only thread of a single pool")
                        .remedy("fixed or cached, or virtual on Java 21 or newer"),
                tasks(
                                "no join for what needs one behind a transition",
                                "messageSender",
                                "{ name: sessions, task: numberSessions, slot: { pool: none } }")
                        .describes("component 'sessions', bean 'numberSessions'", "after a transition task")
                        .remedy("single (or another pool with 1 thread) in slot 'sessions'"));
    }
}
