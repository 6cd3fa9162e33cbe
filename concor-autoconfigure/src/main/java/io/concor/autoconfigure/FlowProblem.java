package io.concor.autoconfigure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.core.ResolvableType;

/** What can be wrong with a flow as it is configured: the facts, told in words on demand. */
sealed interface FlowProblem {

    /** What is wrong; follows the name of the place. */
    String problem();

    /** How to mend it; one or more sentences. */
    String remedy();

    /** A component of which neither a name nor a bean is said. */
    record Nameless() implements FlowProblem {
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
    record NoTask(String type) implements FlowProblem {
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

    /** What comes out of the components before is not what the component takes. */
    record TypesDoNotFit(String before, ResolvableType given, ResolvableType taken, boolean caught)
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
    record NameTaken(String definedIn) implements FlowProblem {
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
    record WrongSetting(String field, String reason, String allowed) implements FlowProblem {
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
    record BrokenRule(String problem, String remedy) implements FlowProblem {}
}
