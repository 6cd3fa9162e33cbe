package io.concor.autoconfigure.flow;

import io.concor.text.SafeText;
import io.concor.text.SimilarNames;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.core.ResolvableType;

/** A problem in the configuration of a flow: the facts, from which the message is built. */
sealed interface FlowProblem {

    /** The problem, as a clause that follows the name of the place. */
    String problem();

    /** How to fix the problem, in one or more sentences. */
    String remedy();

    /** A component has neither a name nor a task. */
    record MissingTaskName() implements FlowProblem {
        @Override
        public String problem() {
            return "the component has neither a name nor a task";
        }

        @Override
        public String remedy() {
            return "Write the name of a task bean, or give the component a 'name' and a 'task'. If another source, such as a file, "
                    + "has them: a list is read from one source only, completely from [0] on. To change a single slot, use "
                    + "concor.flows.<flow>.slots.<component>.";
        }
    }

    /** A flow has settings, but no component. */
    record NoTasks(String flow, List<String> others) implements FlowProblem {
        @Override
        public String problem() {
            return "it has no component" + SimilarNames.hint(flow, others);
        }

        @Override
        public String remedy() {
            return others.isEmpty()
                    ? "Give it at least one task."
                    : String.format(
                            Locale.ROOT,
                            "Give it at least one task, or correct its name (flows with tasks: '%s').",
                            others.stream().sorted().limit(20).collect(Collectors.joining("', '")));
        }
    }

    /** The bean of a component does not exist. */
    record MissingBean(String bean, List<String> taskBeans) implements FlowProblem {

        private static final String YAML_BOOLEAN =
                " YAML reads yes, no, on and off as true or false: put such a name in quotes.";
        private static final String BUILD_TIME_BEANS =
                " The application was processed ahead of time: the beans are those of the build, for the profiles that were active then.";

        @Override
        public String problem() {
            return String.format(
                    Locale.ROOT,
                    "there is no bean named '%s'%s",
                    SafeText.shown(bean),
                    SimilarNames.hint(bean, taskBeans));
        }

        @Override
        public String remedy() {
            String known =
                    taskBeans.isEmpty() ? "there are none" : String.format(Locale.ROOT, "these are '%s'", listed());
            return String.format(
                            Locale.ROOT,
                            "Define a bean named '%s' of one of the task types, or set 'task' to an existing task bean (%s).",
                            SafeText.shown(bean),
                            known)
                    + (bean.equals("true") || bean.equals("false") ? YAML_BOOLEAN : "")
                    + (AotDetector.useGeneratedArtifacts() ? BUILD_TIME_BEANS : "");
        }

        private String listed() {
            return taskBeans.stream().limit(20).collect(Collectors.joining("', '"));
        }
    }

    /** The bean is not of a task type. */
    record NotATask(String type) implements FlowProblem {
        @Override
        public String problem() {
            return String.format(Locale.ROOT, "the bean is not a task, but a %s", type);
        }

        @Override
        public String remedy() {
            return "Let it implement one of SimpleTask, SingleThreadedTask, SynchronizedRemoteTask, KeyedTask, BatchTask, "
                    + "TransitionTask, SideEffectTask, CatchTask and RecoveryTask, or use a bean that does.";
        }
    }

    /** A key below {@code slots} is not the name of a component. */
    record UnknownSlot(String slot, List<String> known) implements FlowProblem {
        @Override
        public String problem() {
            return String.format(
                    Locale.ROOT,
                    "the flow has no component '%s'%s",
                    SafeText.shown(slot),
                    SimilarNames.hint(slot, known));
        }

        @Override
        public String remedy() {
            return String.format(
                    Locale.ROOT,
                    "Use the name of one of its components: %s. Put a name with characters other than letters, digits and hyphens in brackets and quotes: \"[my component]\".",
                    String.join(", ", known));
        }
    }

    /** A component cannot take the messages of the previous component. */
    record IncompatibleTypes(String before, ResolvableType given, ResolvableType taken, boolean caught)
            implements FlowProblem {
        @Override
        public String problem() {
            return caught
                    ? String.format(
                            Locale.ROOT,
                            "its task recovers with %s, but the previous component '%s' returns %s",
                            taken,
                            before,
                            given)
                    : String.format(
                            Locale.ROOT,
                            "its task takes %s, but the previous component '%s' returns %s",
                            taken,
                            before,
                            given);
        }

        @Override
        public String remedy() {
            return String.format(
                    Locale.ROOT,
                    "Insert a task that converts %s to %s, change one of the types, or correct the order.",
                    given,
                    taken);
        }
    }

    /** A bean with the name of the flow exists. */
    record DuplicateBeanName(String definedIn) implements FlowProblem {
        @Override
        public String problem() {
            return String.format(
                    Locale.ROOT, "a bean with the name of the flow already exists, defined in %s", definedIn);
        }

        @Override
        public String remedy() {
            return "Rename the flow or the bean. Define a flow either in the configuration or in Java.";
        }
    }

    /** A setting is unreadable or out of bounds. */
    record InvalidSetting(String field, String reason, String allowed) implements FlowProblem {
        @Override
        public String problem() {
            return String.format(Locale.ROOT, "setting '%s': %s", field, reason);
        }

        @Override
        public String remedy() {
            return String.format(Locale.ROOT, "Allowed for '%s': %s.", field, allowed);
        }
    }

    /** The flow violates a rule. */
    record RuleViolation(String problem, String remedy) implements FlowProblem {}

    /** A transaction has no first component. */
    record MissingTransactionStart() implements FlowProblem {
        @Override
        public String problem() {
            return "the transaction has no first component";
        }

        @Override
        public String remedy() {
            return "Set 'from' to the first and 'to' to the last component of the transaction.";
        }
    }

    /** The transaction support of Spring is not on the class path. */
    record MissingSpringTx() implements FlowProblem {
        @Override
        public String problem() {
            return "the flow has transactions, but spring-tx is not on the class path";
        }

        @Override
        public String remedy() {
            return "Add spring-boot-starter-jdbc, spring-boot-starter-data-jpa or another dependency with a transaction manager, "
                    + "or remove 'transactions'.";
        }
    }

    /**
     * The named transaction manager does not exist, or there is none at all.
     *
     * @param testSlice whether a test runs the flows without the rest of the application
     */
    record MissingTransactionManager(@Nullable String name, List<String> managers, boolean testSlice)
            implements FlowProblem {
        @Override
        public String problem() {
            return name == null
                    ? "there is no transaction manager"
                    : String.format(
                            Locale.ROOT,
                            "there is no bean named '%s'%s",
                            SafeText.shown(name),
                            SimilarNames.hint(name, managers));
        }

        @Override
        public String remedy() {
            if (testSlice) {
                return String.format(
                        Locale.ROOT,
                        "@ConcorTest leaves out the database of the application: add a field '@MockitoBean%s PlatformTransactionManager' to the test, or import a configuration with a transaction manager.",
                        name == null ? "" : String.format(Locale.ROOT, "(name = \"%s\")", SafeText.shown(name)));
            }
            return managers.isEmpty()
                    ? "Define a PlatformTransactionManager, or a DataSource, for which Spring Boot defines one."
                    : String.format(
                            Locale.ROOT, "Use one of the transaction managers '%s'.", String.join("', '", managers));
        }
    }

    /** There are several transaction managers, and none of them is primary. */
    record AmbiguousTransactionManager(List<String> managers) implements FlowProblem {
        @Override
        public String problem() {
            return String.format(
                    Locale.ROOT, "there are several transaction managers: '%s'", String.join("', '", managers));
        }

        @Override
        public String remedy() {
            return "Set 'manager' to one of them, or make one primary.";
        }
    }

    /** The bean cannot manage the transactions of a flow. */
    record UnsupportedTransactionManager(String name, String type, String reason, List<String> managers)
            implements FlowProblem {
        @Override
        public String problem() {
            return String.format(
                    Locale.ROOT, "bean '%s' (%s) cannot manage the transactions of a flow: %s", name, type, reason);
        }

        @Override
        public String remedy() {
            List<String> others =
                    managers.stream().filter(other -> !other.equals(name)).toList();
            return others.isEmpty()
                    ? "Define a transaction manager for JPA, JDBC or messaging, and set 'manager' to its name."
                    : String.format(
                            Locale.ROOT,
                            "Set 'manager' to a transaction manager for JPA, JDBC or messaging, such as '%s'.",
                            String.join("', '", others));
        }
    }
}
