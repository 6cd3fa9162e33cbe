package io.concor.autoconfigure.flow;

import io.concor.text.SafeText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** What can be wrong with a flow as it is configured: the facts, told in words on demand. */
sealed interface FlowProblem {

    /** What is wrong; follows the name of the place. */
    String problem();

    /** How to mend it; one or more sentences. */
    String remedy();

    /** A component of which neither a name nor a bean is said. */
    record MissingTaskName() implements FlowProblem {
        @Override
        public String problem() {
            return "the component has neither a name nor a task";
        }

        @Override
        public String remedy() {
            return "Write the name of a task bean, or give the component a 'name' and a 'task'.";
        }
    }

    /** No bean has the name that a component asks for. */
    record MissingBean(String bean, List<String> taskBeans) implements FlowProblem {
        @Override
        public String problem() {
            return "there is no bean named '%s'".formatted(bean);
        }

        @Override
        public String remedy() {
            return similar().isEmpty() ? define() : "Did you mean '%s'? ".formatted(listed(similar())) + define();
        }

        private String define() {
            String known = taskBeans.isEmpty() ? "there are none" : "these are '%s'".formatted(listed(taskBeans));
            return "Define a bean named '%s' of one of the task types, or name in 'task' one that is there (%s)."
                    .formatted(bean, known);
        }

        private static String listed(List<String> names) {
            return names.stream().limit(20).collect(Collectors.joining("', '"));
        }

        private List<String> similar() {
            return taskBeans.stream()
                    .filter(known ->
                            plain(known).contains(plain(bean)) || plain(bean).contains(plain(known)))
                    .toList();
        }

        private static String plain(String name) {
            return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
        }
    }

    /** The bean is none of the task types. */
    record NotATask(String type) implements FlowProblem {
        @Override
        public String problem() {
            return "the bean is no task: it is a %s".formatted(type);
        }

        @Override
        public String remedy() {
            return "Let it implement one of SimpleTask, SingleThreadedTask, SynchronizedRemoteTask, TransitionTask, "
                    + "SideEffectTask and CatchTask, or name a bean that does.";
        }
    }

    /** Settings stand below {@code slots} for a component that the flow has not. */
    record UnknownSlot(String slot, List<String> known) implements FlowProblem {
        @Override
        public String problem() {
            return "the flow has no component '%s'".formatted(SafeText.shown(slot));
        }

        @Override
        public String remedy() {
            return "Use the name of one of its components: %s. A name with other characters than letters, digits and hyphens is written in brackets and quotes: \"[my component]\"."
                    .formatted(String.join(", ", known));
        }
    }

    /** What comes out of the components before is not what the component takes. */
    record IncompatibleTypes(String before, ResolvableType given, ResolvableType taken, boolean caught)
            implements FlowProblem {
        @Override
        public String problem() {
            return caught
                    ? "its task recovers with %s, but component '%s' before it gives on %s"
                            .formatted(taken, before, given)
                    : "its task takes %s, but component '%s' before it gives on %s".formatted(taken, before, given);
        }

        @Override
        public String remedy() {
            return "Put a task between them that turns %s into %s, change the type of one of them, or mend the order."
                    .formatted(given, taken);
        }
    }

    /** A bean has the name of a flow. */
    record DuplicateBeanName(String definedIn) implements FlowProblem {
        @Override
        public String problem() {
            return "the flow becomes a bean of its name, but there is one already, defined in %s".formatted(definedIn);
        }

        @Override
        public String remedy() {
            return "Give the flow or the bean another name; describe a flow either in the configuration or in Java.";
        }
    }

    /** A setting is unreadable or out of its bounds. */
    record InvalidSetting(String field, String reason, String allowed) implements FlowProblem {
        @Override
        public String problem() {
            return "setting '%s': %s".formatted(field, reason);
        }

        @Override
        public String remedy() {
            return "Allowed for '%s': %s.".formatted(field, allowed);
        }
    }

    /** A rule on the flow as a whole is broken. */
    record RuleViolation(String problem, String remedy) implements FlowProblem {}

    /** A transaction of which it is not said where it begins. */
    record MissingTransactionStart() implements FlowProblem {
        @Override
        public String problem() {
            return "it is not said with which component the transaction begins";
        }

        @Override
        public String remedy() {
            return "Name in 'from' the first and in 'to' the last component that is to be in the transaction.";
        }
    }

    /** There are no transactions of Spring on the class path. */
    record MissingSpringTx() implements FlowProblem {
        @Override
        public String problem() {
            return "the flow has transactions, but spring-tx is not on the class path";
        }

        @Override
        public String remedy() {
            return "Add spring-boot-starter-jdbc, spring-boot-starter-data-jpa or what else brings a transaction manager, "
                    + "or remove 'transactions'.";
        }
    }

    /** No bean has the manager's name, or there is no manager at all. */
    record MissingTransactionManager(@Nullable String name, List<String> managers) implements FlowProblem {
        @Override
        public String problem() {
            return name == null
                    ? "there is no transaction manager"
                    : "there is no bean named '%s'".formatted(SafeText.shown(name));
        }

        @Override
        public String remedy() {
            return managers.isEmpty()
                    ? "Define a PlatformTransactionManager; Spring Boot does where there is a DataSource. There is none yet."
                    : "Name one of the transaction managers '%s'.".formatted(String.join("', '", managers));
        }
    }

    /** Several managers, and none of them is primary. */
    record AmbiguousTransactionManager(List<String> managers) implements FlowProblem {
        @Override
        public String problem() {
            return "there are several transaction managers: '%s'".formatted(String.join("', '", managers));
        }

        @Override
        public String remedy() {
            return "Name one of them in 'manager', or make one primary.";
        }
    }

    /** The bean cannot manage the transactions of a flow. */
    record UnsupportedTransactionManager(String name, String type, String reason, List<String> managers)
            implements FlowProblem {
        @Override
        public String problem() {
            return "bean '%s' (%s) cannot manage the transactions of a flow: %s".formatted(name, type, reason);
        }

        @Override
        public String remedy() {
            List<String> others =
                    managers.stream().filter(other -> !other.equals(name)).toList();
            return others.isEmpty()
                    ? "Define a manager for JPA, JDBC or messaging, and name it in 'manager'."
                    : "Name in 'manager' one for JPA, JDBC or messaging, such as '%s'."
                            .formatted(String.join("', '", others));
        }
    }
}
