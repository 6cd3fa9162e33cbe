package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class InvalidConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void reportsProblemPlaceAndRemedy(Wrong wrong) {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withInitializer(new YamlInitializer(wrong.yaml)));

        assertThat(analysis.getDescription()).contains(wrong.description);
        assertThat(analysis.getAction()).contains(wrong.remedy);
    }

    @Test
    void reportsThatAListComesFromOneSource() {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withInitializer(
                        new YamlInitializer("concor.flows.mo-flow.tasks: [ translator, endpointResolver ]"))
                .withPropertyValues("concor.flows.mo-flow.tasks[1].slot.capacity=2048"));

        assertThat(analysis.getDescription()).contains("concor.flows.mo-flow.tasks[1].slot.capacity");
        assertThat(analysis.getAction())
                .contains("A list is read from one source only", "concor.flows.<flow>.slots.<component>");
    }

    @Test
    void reportsAKeyOnceHoweverManyPropertiesHaveIt() {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withInitializer(
                new YamlInitializer("concor.flow.mo-flow: { timeout: 3s, tasks: [ translator, endpointResolver ] }")));

        assertThat(analysis.getDescription())
                .containsOnlyOnce("Property: ")
                .containsOnlyOnce("(did you mean 'flows'?)")
                .contains("Contains: concor.flow.mo-flow.tasks[0] and 2 more", "[test.yml] - 1:");
    }

    @Test
    void reportsAKeyOnceWithItsPlaceInEachSource() {
        String yaml = "concor.flows.mo-flow.tasks: [ { name: translator, task: translator, slot: { thread: 3 } } ]";
        FailureAnalysis analysis = StartupFailure.analysis(runner.withInitializer(new YamlInitializer(yaml))
                .withPropertyValues("concor.flows.mo-flow.tasks[0].slot.thread=4"));

        assertThat(analysis.getDescription())
                .containsOnlyOnce("Property: ")
                .containsOnlyOnce("tasks[0].slot.thread (did you mean 'threads'?)")
                .contains("Value: \"3\"", "[test.yml] - 1:", "Value: \"4\"");
    }

    @Test
    void doesNotMentionSourcesIfAKeyIsUnknown() {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withInitializer(new YamlInitializer(
                "concor.flows.mo-flow.tasks: [ { name: translator, task: translator, slot: { thread: 3 } } ]")));

        assertThat(analysis.getDescription()).contains("tasks[0].slot.thread");
        assertThat(analysis.getAction()).doesNotContain("one source");
    }

    private record Wrong(String what, String yaml, List<String> description, List<String> remedy) {

        Wrong describes(String... words) {
            return new Wrong(what, yaml, List.of(words), remedy);
        }

        Wrong remedy(String... words) {
            return new Wrong(what, yaml, description, List.of(words));
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private static Wrong wrong(String what, String yaml) {
        return new Wrong(what, yaml, List.of(), List.of());
    }

    private static Wrong tasks(String what, String... tasks) {
        return wrong(
                what,
                "concor.flows.mo-flow.tasks:\n"
                        + String.join("\n", Stream.of(tasks).map("  - "::concat).toList()));
    }

    /** A flow with a synchronized-remote task and the given settings of its slot. */
    private static Wrong slot(String what, String slot) {
        return tasks(what, "{ name: resolver, task: endpointResolver, slot: { " + slot + " } }");
    }

    static Stream<Wrong> reportsProblemPlaceAndRemedy() {
        return Stream.of(beans(), types(), flows(), slots(), slotsByName(), rules(), unreadable())
                .flatMap(wrongs -> wrongs);
    }

    private static Wrong slotByName(String what, String slots) {
        return wrong(
                what, "concor.flows.mo-flow: { tasks: [ translator, endpointResolver ], slots: { " + slots + " } }");
    }

    private static Stream<Wrong> slotsByName() {
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

    private static Stream<Wrong> beans() {
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
                tasks("a bean that is missing, given by the name of the component", "{ name: nowhere }")
                        .describes("Property: concor.flows.mo-flow.tasks[0].name%n    Value: \"nowhere\"%n    Origin: "
                                .formatted())
                        .remedy("Define a bean named 'nowhere'"),
                tasks("a bean of a similar name", "session-manager")
                        .describes("no bean named 'session-manager' (did you mean 'moSessionManager'?)")
                        .remedy("moSessionManager"),
                tasks("a bean that is no task", "{ name: text, task: noTask }")
                        .describes("Flow 'mo-flow', component 'text', bean 'noTask'", "not a task", "java.lang.String")
                        .remedy("SimpleTask", "CatchTask"),
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

    private static Stream<Wrong> types() {
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
                        .remedy("change one of the types"));
    }

    private static Stream<Wrong> flows() {
        return Stream.of(
                tasks("two components of one name", "moSessionManager", "{ name: moSessionManager, task: ownSessions }")
                        .describes("Flow 'mo-flow', component 'moSessionManager', bean 'ownSessions'", "two components")
                        .remedy("a name of its own"),
                wrong("a flow without tasks", "concor.flows.mo-flow: { timeout: 3s }")
                        .describes("Flow 'mo-flow'", "no component", "concor.flows.mo-flow.tasks")
                        .remedy("at least one task"),
                wrong("a flow with an empty list of tasks", "concor.flows.mo-flow: { tasks: [] }")
                        .describes("Flow 'mo-flow'", "no component")
                        .remedy("at least one task"),
                wrong("a flow without settings", "concor: { flows: { mo-flow: } }")
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
                wrong(
                                "a single-threaded task in two flows",
                                "concor.flows: { one: { tasks: [ moSessionManager ] }, two: { tasks: [ { name: again, task: moSessionManager } ] } }")
                        .describes("Flow 'two', component 'again'", "bean 'moSessionManager'", "flow 'one'")
                        .remedy("an object of its own"),
                wrong("a flow's name that is taken", "concor.flows: { translator: { tasks: [ translator ] } }")
                        .describes("Flow 'translator'", "already exists", "TestTasks")
                        .remedy("Rename the flow or the bean"),
                wrong(
                                "a flow's name that is not allowed",
                                "concor: { flows: { '[mo/flow]': { tasks: [ translator ] } } }")
                        .describes("'mo/flow'", "is not a name")
                        .remedy("letters, digits"),
                tasks("a component's name that is not allowed", "{ name: 'a/b', task: translator }")
                        .describes("Flow 'mo-flow', component 'a/b', bean 'translator'", "not allowed")
                        .remedy("letters, digits"),
                wrong("no room for events", "concor.flows.mo-flow: { max-in-flight: 0, tasks: [ translator ] }")
                        .describes("Flow 'mo-flow'", "'max-in-flight'", "0 is out of bounds", "Value: \"0\"")
                        .remedy("1 to 1048576"),
                wrong("a timeout of nothing", "concor.flows.mo-flow: { timeout: 0s, tasks: [ translator ] }")
                        .describes("Flow 'mo-flow'", "'timeout'", "0s is out of bounds", "concor.flows.mo-flow.timeout")
                        .remedy("1ms to 1d"));
    }

    private static Stream<Wrong> slots() {
        String place = "Flow 'mo-flow', component 'resolver', bean 'endpointResolver'";
        return Stream.of(
                slot("a slot without a pool", "threads: 3")
                        .describes(place, "'pool'", "missing", "concor.flows.mo-flow.tasks[0].slot.pool")
                        .remedy("none, single, fixed, cached, virtual"),
                slot("a pool that is unknown", "pool: elastic")
                        .describes(place, "'elastic' is unknown", "Value: \"elastic\"")
                        .remedy("none, single, fixed, cached, virtual"),
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

    private static Stream<Wrong> rules() {
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

    private static Stream<Wrong> unreadable() {
        return Stream.of(
                wrong("a key that is unknown", "concor: { flow: { tasks: [ translator ] } }")
                        .describes(
                                "Property: concor.flow (did you mean 'flows'?)",
                                "Contains: concor.flow.tasks[0]",
                                "Unknown properties")
                        .remedy(
                                "Known below 'concor': mode, flows, sampling, presets, health, propagation, observations, checks"),
                wrong(
                                "a key of a flow that is unknown",
                                "concor.flows.mo-flow: { max-events: 3, tasks: [ translator ] }")
                        .describes("concor.flows.mo-flow.max-events", "Value: \"3\"", "[test.yml] - ")
                        .remedy("of a flow: max-in-flight, timeout, tasks"),
                wrong(
                                "a key of a flow that is misspelled",
                                "concor.flows.mo-flow: { maxInFlights: 3, tasks: [ translator ] }")
                        .describes("(did you mean 'max-in-flight'?)")
                        .remedy("of a flow: max-in-flight, timeout, tasks"),
                wrong("a key of a section of a section that is misspelled", "concor.web.errors.enable: false")
                        .describes("concor.web.errors.enable (did you mean 'enabled'?)")
                        .remedy("of web: errors; of web.errors: enabled"),
                tasks("a key of a task that is unknown", "{ name: translator, bean: translator }")
                        .describes("concor.flows.mo-flow.tasks[0].bean", "Value: \"translator\"")
                        .remedy("of a task: name, task, slot"),
                slot("a pool that is misspelled", "pool: chached")
                        .describes("'chached' is unknown (did you mean 'cached'?)")
                        .remedy("cached"),
                wrong(
                                "a slot that is misspelled",
                                "concor.flows.mo-flow: { tasks: [ translator ], slots: { transaltor: { pool: none } } }")
                        .describes("no component 'transaltor' (did you mean 'translator'?)")
                        .remedy("translator"),
                slot("a key of a slot that is unknown", "pool: fixed, thread: 3")
                        .describes(
                                "concor.flows.mo-flow.tasks[0].slot.thread (did you mean 'threads'?)", "Value: \"3\"")
                        .remedy("of a slot: pool, threads, capacity, wait, keep-alive"),
                slot("threads that are no number", "pool: fixed, threads: many")
                        .describes("concor.flows.mo-flow.tasks[0].slot.threads", "many")
                        .remedy("configuration"),
                slot("a keep-alive that is no time", "pool: cached, keep-alive: long")
                        .describes("concor.flows.mo-flow.tasks[0].slot.keep-alive", "long")
                        .remedy("configuration"),
                wrong(
                                "a number beyond all bounds",
                                "concor.flows.mo-flow: { max-in-flight: 99999999999, tasks: [ translator ] }")
                        .describes("concor.flows.mo-flow.max-in-flight", "99999999999")
                        .remedy("configuration"),
                wrong("a text in place of a flow", "concor.flows.mo-flow: translator")
                        .describes("concor.flows.mo-flow", "translator")
                        .remedy("configuration"),
                wrong("a mode that is unknown", "concor.mode: testing")
                        .describes("Property 'concor.mode'", "testing")
                        .remedy("tuning, production"),
                wrong("a mode that is misspelled", "concor.mode: prodution")
                        .describes("'prodution' is unknown to this version of Concor (did you mean 'production'?)")
                        .remedy("tuning, production"),
                wrong("a store that is unknown", "concor.presets.store: tape")
                        .describes("Property 'concor.presets.store'", "tape")
                        .remedy("file"),
                wrong("a burst longer than its interval", "concor.sampling: { burst: 5, interval: 4 }")
                        .describes("Property 'concor.sampling.burst'", "5 is out of bounds", "[test.yml] - ")
                        .remedy("1 to interval (4)"),
                wrong("an interval of nothing", "concor.sampling: { interval: 0 }")
                        .describes("Property 'concor.sampling.interval'", "0 is out of bounds")
                        .remedy("1 to 1000000"),
                wrong("a key of checks that is unknown", "concor.checks: { leak: warn }")
                        .describes("concor.checks.leak (did you mean 'leaks'?)", "Value: \"warn\"", "[test.yml] - ")
                        .remedy("of checks: leaks"),
                wrong("a key of limits that is unknown", "concor.limits: { threads-per-pool: 4 }")
                        .describes("concor.limits.threads-per-pool", "Value: \"4\"", "[test.yml] - ")
                        .remedy("of limits: threads, threads-per-flow, threads-per-slot, ring-memory"),
                wrong("a key of the history that is unknown", "concor.history: { length: 100 }")
                        .describes("concor.history.length", "Value: \"100\"", "[test.yml] - ")
                        .remedy("of history: size"),
                wrong("a stall that is over at once", "concor.health.stalled-after: 0s")
                        .describes("Property 'concor.health.stalled-after'", "0s is out of bounds")
                        .remedy("longer than 0"));
    }
}
