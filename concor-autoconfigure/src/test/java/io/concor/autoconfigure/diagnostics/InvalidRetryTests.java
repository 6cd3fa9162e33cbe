package io.concor.autoconfigure.diagnostics;

import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.tasks;
import static io.concor.autoconfigure.diagnostics.InvalidConfiguration.yaml;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations of retries and dead letters with which an application does not start. */
class InvalidRetryTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void reportsProblemPlaceAndRemedy(InvalidConfiguration wrong) {
        wrong.requireReported();
    }

    static Stream<InvalidConfiguration> reportsProblemPlaceAndRemedy() {
        return Stream.of(bounds(), policies(), places(), receivers()).flatMap(wrongs -> wrongs);
    }

    private static InvalidConfiguration retry(String problem, String retry) {
        return tasks(problem, "{ task: translator, retry: " + retry + " }");
    }

    private static InvalidConfiguration deadLetters(String problem, String receiver) {
        return yaml(problem, "concor.flows.mo-flow: { tasks: [ translator ], dead-letters: " + receiver + " }");
    }

    private static Stream<InvalidConfiguration> bounds() {
        String place = "Flow 'mo-flow', component 'translator', bean 'translator'";
        return Stream.of(
                retry("too many retries", "{ max-retries: 1000001 }")
                        .describes(place, "'max-retries'", "1000001 is out of bounds", "tasks[0].retry.max-retries")
                        .remedy("0 to 1000000"),
                retry("a negative number of retries", "{ max-retries: -1 }")
                        .describes(place, "-1 is out of bounds")
                        .remedy("0 to 1000000"),
                retry("a delay that is too long", "{ delay: 31d }")
                        .describes(place, "'delay'", "31d is out of bounds", "tasks[0].retry.delay")
                        .remedy("0s to 30d"),
                retry("a delay that is no time", "{ delay: soon }")
                        .describes("concor.flows.mo-flow.tasks[0].retry.delay", "'soon' is not a duration")
                        .remedy("a number with a unit"),
                retry("a multiplier that shrinks", "{ multiplier: 0.5 }")
                        .describes(place, "'multiplier'", "0.5 is out of bounds")
                        .remedy("1.0 to 100.0"),
                retry("a negative jitter", "{ jitter: -1ms }")
                        .describes(place, "'jitter'", "-1ms is out of bounds")
                        .remedy("0s to 30d"),
                retry("a key that is misspelled", "{ max-retry: 3 }")
                        .describes("tasks[0].retry.max-retry (did you mean 'max-retries' or 'max-delay'?)")
                        .remedy("Correct or remove them."));
    }

    private static Stream<InvalidConfiguration> policies() {
        return Stream.of(
                retry("a bean that does not exist", "usual")
                        .describes("component 'translator'", "there is no bean named 'usual'", "tasks[0].retry")
                        .remedy("{ max-retries: 3, delay: 1s }", "RetryPolicy bean"),
                retry("a bean that is no policy", "translator")
                        .describes("bean 'translator' is not a RetryPolicy, but a ")
                        .remedy("RetryPolicy bean"),
                retry("a policy with settings", "{ policy: usual, delay: 1s }")
                        .describes("has both a policy, 'usual', and settings of its own")
                        .remedy("Remove 'policy' or all other keys."),
                retry("a class that does not exist", "{ includes: [ IOException ] }")
                        .describes("there is no class 'IOException'", "tasks[0].retry.includes")
                        .remedy("java.io.IOException"),
                retry("a class that is no exception", "{ excludes: java.lang.String }")
                        .describes("class 'java.lang.String' is not an exception")
                        .remedy("java.io.IOException"));
    }

    private static Stream<InvalidConfiguration> places() {
        return Stream.of(
                tasks(
                                "a catch component that is tried again",
                                "counter",
                                "{ task: errorHandler, retry: { delay: 1s } }")
                        .describes("component 'errorHandler'", "it handles errors, and is not tried again itself")
                        .remedy("Give the retries to the component whose errors it handles."),
                tasks("an unknown word of on-failure", "{ task: translator, on-failure: hold }")
                        .describes("tasks[0].on-failure", "'hold'")
                        .remedy("hold-key"));
    }

    private static Stream<InvalidConfiguration> receivers() {
        return Stream.of(
                deadLetters("a receiver that does not exist", "keeper")
                        .describes(
                                "Flow 'mo-flow'",
                                "there is no bean named 'keeper'",
                                "concor.flows.mo-flow.dead-letters")
                        .remedy("SideEffectTask bean or of a flow that takes DeadLetter"),
                deadLetters("a task that is no side effect", "translator")
                        .describes("'translator' takes ", "not dead letters")
                        .remedy("Let it take DeadLetter<I>"),
                deadLetters("a store without a store", "store")
                        .describes("there is no store of dead letters")
                        .remedy("Add the module concor-queues, define a DeadLetterStore bean"),
                deadLetters("the flow itself", "mo-flow")
                        .describes("'mo-flow' takes java.lang.String, not dead letters")
                        .remedy("Let it take DeadLetter<I>"),
                yaml("flows in a circle", """
                                concor.flows.one: { tasks: [ transLogger ], dead-letters: two }
                                concor.flows.two: { tasks: [ transLogger ], dead-letters: one }
                                """)
                        .describes("needs this flow itself")
                        .remedy("a flow that does not need this flow"));
    }
}
