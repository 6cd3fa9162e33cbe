package io.concor.autoconfigure.flow;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.core.ResolvableType;

/**
 * A problem in the configuration of a flow.
 *
 * @param problem the problem, as a clause that follows the name of the place
 * @param remedy how to fix the problem, in one or more sentences
 */
record FlowProblem(String problem, String remedy) {

    private static final String YAML_BOOLEAN =
            " YAML reads yes, no, on and off as true or false: put such a name in quotes.";
    private static final String BUILD_TIME_BEANS =
            " The application was processed ahead of time: the beans are those of the build, for the profiles that were active then.";

    static FlowProblem missingTaskName() {
        return new FlowProblem(
                "the component has neither a name nor a task",
                "Write the name of a task bean, or give the component a 'name' and a 'task'. If another source, such as a file, "
                        + "has them: a list is read from one source only, completely from [0] on. To change a single slot, use "
                        + "concor.flows.<flow>.slots.<component>.");
    }

    /** A flow has settings, but no component. */
    static FlowProblem noTasks(String flow, List<String> others) {
        return new FlowProblem(
                "it has no component" + SimilarNames.hint(flow, others),
                others.isEmpty()
                        ? "Give it at least one task."
                        : Sentence.of(
                                "Give it at least one task, or correct its name (flows with tasks: '%s').",
                                listed(others.stream().sorted().toList())));
    }

    private static String listed(List<String> names) {
        return names.stream().limit(20).collect(Collectors.joining("', '"));
    }

    static FlowProblem missingBean(String bean, List<String> taskBeans) {
        String known = taskBeans.isEmpty() ? "there are none" : Sentence.of("these are '%s'", listed(taskBeans));
        return new FlowProblem(
                noBean(bean, taskBeans),
                Sentence.of(
                                "Define a bean named '%s' of one of the task types, or set 'task' to an existing task bean (%s).",
                                SafeText.shown(bean), known)
                        + (bean.equals("true") || bean.equals("false") ? YAML_BOOLEAN : "")
                        + (AotDetector.useGeneratedArtifacts() ? BUILD_TIME_BEANS : ""));
    }

    private static String noBean(String name, List<String> known) {
        return Sentence.of("there is no bean named '%s'%s", SafeText.shown(name), SimilarNames.hint(name, known));
    }

    static FlowProblem notATask(String type) {
        return new FlowProblem(
                Sentence.of("the bean is not a task, but a %s", type),
                "Let it implement one of SimpleTask, SingleThreadedTask, SynchronizedRemoteTask, KeyedTask, BatchTask, "
                        + "TransitionTask, SideEffectTask, CatchTask and RecoveryTask, or use a bean that does.");
    }

    /** A key below {@code slots} is not the name of a component. */
    static FlowProblem unknownSlot(String slot, List<String> known) {
        return new FlowProblem(
                Sentence.of("the flow has no component '%s'%s", SafeText.shown(slot), SimilarNames.hint(slot, known)),
                Sentence.of(
                        "Use the name of one of its components: %s. Put a name with characters other than letters, digits and hyphens in brackets and quotes: \"[my component]\".",
                        String.join(", ", known)));
    }

    /** A component cannot take the messages of the previous component. */
    static FlowProblem incompatibleTypes(String before, ResolvableType given, ResolvableType taken, boolean caught) {
        return new FlowProblem(
                Sentence.of(
                        "its task %s %s, but the previous component '%s' returns %s",
                        caught ? "recovers with" : "takes", taken, before, given),
                Sentence.of(
                        "Insert a task that converts %s to %s, change one of the types, or correct the order.",
                        given, taken));
    }

    /** A bean with the name of the flow exists. */
    static FlowProblem duplicateBeanName(String definedIn) {
        return new FlowProblem(
                Sentence.of("a bean with the name of the flow already exists, defined in %s", definedIn),
                "Rename the flow or the bean. Define a flow either in the configuration or in Java.");
    }

    static FlowProblem invalidSetting(String field, String reason, String allowed) {
        return new FlowProblem(
                Sentence.of("setting '%s': %s", field, reason), Sentence.of("Allowed for '%s': %s.", field, allowed));
    }

    static FlowProblem policyWithSettings(String policy) {
        return new FlowProblem(
                Sentence.of("the retry has both a policy, '%s', and settings of its own", SafeText.shown(policy)),
                "Remove 'policy' or all other keys.");
    }

    static FlowProblem missingRetryPolicy(String name, List<String> policies) {
        return new FlowProblem(noBean(name, policies), existingPolicy(policies));
    }

    private static String existingPolicy(List<String> policies) {
        return "Write settings such as { max-retries: 3, delay: 1s }, or the name of a RetryPolicy bean"
                + (policies.isEmpty() ? "; there are none." : Sentence.of("; there are '%s'.", listed(policies)));
    }

    static FlowProblem noRetryPolicy(String name, String type, List<String> policies) {
        return new FlowProblem(
                Sentence.of("bean '%s' is not a RetryPolicy, but a %s", name, type), existingPolicy(policies));
    }

    static FlowProblem missingException(String name) {
        return new FlowProblem(
                Sentence.of("there is no class '%s'", SafeText.shown(name)),
                "Write the full name of an exception, such as java.io.IOException.");
    }

    static FlowProblem noException(String name) {
        return new FlowProblem(
                Sentence.of("class '%s' is not an exception", name),
                "Write the full name of an exception, such as java.io.IOException.");
    }

    /** Nothing has the name that is to receive dead letters. */
    static FlowProblem missingReceiver(String name, List<String> receivers) {
        return new FlowProblem(noBean(name, receivers), existingReceiver(receivers));
    }

    private static String existingReceiver(List<String> receivers) {
        return "Write the name of a SideEffectTask bean or of a flow that takes DeadLetter"
                + (receivers.isEmpty() ? ", or store." : Sentence.of(", such as '%s', or store.", listed(receivers)));
    }

    static FlowProblem noReceiver(String name, String type, List<String> receivers) {
        return new FlowProblem(
                Sentence.of("bean '%s' is neither a SideEffectTask nor a flow, but a %s", name, type),
                existingReceiver(receivers));
    }

    static FlowProblem takesNoDeadLetters(String name, ResolvableType taken) {
        return new FlowProblem(
                Sentence.of("'%s' takes %s, not dead letters", name, taken),
                "Let it take DeadLetter<I>, where I is the type of the messages that enter the flow.");
    }

    static FlowProblem circleOfDeadLetters(String name) {
        return new FlowProblem(
                Sentence.of("'%s' needs this flow itself, so dead letters could go round in circles", name),
                "Give the dead letters to a task or a flow that does not need this flow.");
    }

    static FlowProblem noDeadLetterStore() {
        return new FlowProblem(
                "there is no store of dead letters",
                "Add the module concor-queues, define a DeadLetterStore bean, or write the name of a SideEffectTask bean or of a flow that takes DeadLetter.");
    }

    /** The process is a node that no component has. */
    static FlowProblem unknownNode(String node, Collection<String> known) {
        return new FlowProblem(
                Sentence.of("no component runs on node '%s'%s", SafeText.shown(node), SimilarNames.hint(node, known)),
                known.isEmpty()
                        ? "Give components a 'node', or remove the property: without it, this process runs all components."
                        : Sentence.of(
                                "Use some of '%s', or remove the property: without it, this process runs all components.",
                                String.join("', '", known)));
    }

    static FlowProblem missingTransactionStart() {
        return new FlowProblem(
                "the transaction has no first component",
                "Set 'from' to the first and 'to' to the last component of the transaction.");
    }

    static FlowProblem missingSpringTx() {
        return new FlowProblem(
                "the flow has transactions, but spring-tx is not on the class path",
                "Add spring-boot-starter-jdbc, spring-boot-starter-data-jpa or another dependency with a transaction manager, "
                        + "or remove 'transactions'.");
    }

    /**
     * The named transaction manager does not exist, or there is none at all.
     *
     * @param testSlice whether a test runs the flows without the rest of the application
     */
    static FlowProblem missingTransactionManager(@Nullable String name, List<String> managers, boolean testSlice) {
        return new FlowProblem(
                name == null ? "there is no transaction manager" : noBean(name, managers),
                testSlice ? mockedManager(name) : existingManager(managers));
    }

    private static String mockedManager(@Nullable String name) {
        return Sentence.of(
                "@ConcorTest leaves out the database of the application: add a field '@MockitoBean%s PlatformTransactionManager' to the test, or import a configuration with a transaction manager.",
                name == null ? "" : Sentence.of("(name = \"%s\")", SafeText.shown(name)));
    }

    private static String existingManager(List<String> managers) {
        return managers.isEmpty()
                ? "Define a PlatformTransactionManager, or a DataSource, for which Spring Boot defines one."
                : Sentence.of("Use one of the transaction managers '%s'.", String.join("', '", managers));
    }

    /** There are several transaction managers, and none of them is primary. */
    static FlowProblem ambiguousTransactionManager(List<String> managers) {
        return new FlowProblem(
                Sentence.of("there are several transaction managers: '%s'", String.join("', '", managers)),
                "Set 'manager' to one of them, or make one primary.");
    }

    /** The bean cannot manage the transactions of a flow. */
    static FlowProblem unsupportedTransactionManager(String name, String type, String reason, List<String> managers) {
        List<String> others =
                managers.stream().filter(other -> !other.equals(name)).toList();
        return new FlowProblem(
                Sentence.of("bean '%s' (%s) cannot manage the transactions of a flow: %s", name, type, reason),
                others.isEmpty()
                        ? "Define a transaction manager for JPA, JDBC or messaging, and set 'manager' to its name."
                        : Sentence.of(
                                "Set 'manager' to a transaction manager for JPA, JDBC or messaging, such as '%s'.",
                                String.join("', '", others)));
    }
}
