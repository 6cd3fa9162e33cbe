package io.concor.test;

import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/**
 * Assertions about the task of a component, from {@link FlowAssert#component}. They count the events that entered after
 * the creation of the tester. A component that an event with an error skips does not handle it.
 */
public final class ComponentAssert extends AbstractAssert<ComponentAssert, ComponentEvents> {

    private final FlowAssert flow;

    ComponentAssert(ComponentEvents actual, FlowAssert flow) {
        super(actual, ComponentAssert.class);
        this.flow = flow;
    }

    /** Verifies for how many events the task ended, with a value or an error; a transition task by its continuation. */
    public ComponentAssert hasHandled(long events) {
        if (actual.handled() != events) {
            failWithMessage(
                    "Component '%s'%n  expected to have handled: %d events%n  but it handled: %d",
                    actual.name(), events, actual.handled());
        }
        return this;
    }

    /** Verifies that the task ran for no event. */
    public ComponentAssert hasHandledNone() {
        return hasHandled(0);
    }

    /** Verifies for how many events the task ended with an error. */
    public ComponentAssert hasFailed(int events) {
        if (actual.errors().size() != events) {
            failWithMessage(
                    "Component '%s'%n  expected failures: %d%n  but there are: %d%n  %s",
                    actual.name(), events, actual.errors().size(), actual.errors());
        }
        return this;
    }

    /** Verifies that the task failed, each time with an error of this type. */
    public ComponentAssert hasFailedOnlyWith(Class<? extends Throwable> type) {
        Assertions.assertThat(actual.errors())
                .as("errors of component '%s'", actual.name())
                .isNotEmpty()
                .hasOnlyElementsOfType(type);
        return this;
    }

    /** Verifies that one thread, such as the test's own, called the task each time; at least once. */
    public ComponentAssert hasRunOnlyOn(Thread thread) {
        Assertions.assertThat(actual.threads())
                .as("threads of component '%s'", actual.name())
                .isNotEmpty()
                .containsOnly(thread);
        return this;
    }

    /** Verifies that a thread, such as the test's own, never called the task; another did. */
    public ComponentAssert hasNeverRunOn(Thread thread) {
        List<Thread> threads = actual.threads();
        Assertions.assertThat(threads)
                .as("threads of component '%s'", actual.name())
                .isNotEmpty()
                .doesNotContain(thread);
        return this;
    }

    /** Returns to the assertions about the flow. */
    public FlowAssert returnToFlow() {
        return flow;
    }
}
