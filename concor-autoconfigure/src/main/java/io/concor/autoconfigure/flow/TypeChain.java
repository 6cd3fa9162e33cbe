package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.PropertyPath;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.springframework.core.ResolvableType;

/** The types of the messages from component to component of a flow. */
record TypeChain(List<MessageTypes> components) {

    /**
     * Returns the input type of the flow: the type that all components up to the first one with a new message accept.
     */
    ResolvableType input() {
        List<ResolvableType> taken = upToFirstNewMessage().stream()
                .filter(component -> !component.catches())
                .map(MessageTypes::input)
                .filter(MessageTypes::known)
                .toList();
        return taken.stream()
                .filter(type -> taken.stream().allMatch(other -> MessageTypes.assignable(type, other)))
                .findFirst()
                .orElse(taken.isEmpty() ? ResolvableType.NONE : taken.get(0));
    }

    private List<MessageTypes> upToFirstNewMessage() {
        int end = 0;
        while (end < components.size() && components.get(end).passesThrough()) {
            end++;
        }
        return components.subList(0, Math.min(end + 1, components.size()));
    }

    /** Returns the type of the messages before the component at an index, or after the last component. */
    ResolvableType before(int index) {
        ResolvableType type = input();
        for (MessageTypes component : components.subList(0, index)) {
            type = component.after(type);
        }
        return type;
    }

    ResolvableType output() {
        return before(components.size());
    }

    /** Whether all components are tasks, and the input and output types of the flow are known. */
    boolean known() {
        return components.stream().allMatch(MessageTypes::ofTask)
                && MessageTypes.known(input())
                && MessageTypes.known(output());
    }

    /** Whether all types of all components are known: an instance of a task adds nothing. */
    boolean complete() {
        return components.stream().allMatch(MessageTypes::complete);
    }

    boolean fits() {
        return IntStream.range(0, components.size()).allMatch(this::fits);
    }

    boolean fits(int index) {
        return components.get(index).fits(before(index));
    }

    /**
     * Checks that each component can follow the one before it.
     *
     * @throws FlowConfigurationException if the types of two components do not fit
     */
    void requireFitting(List<PropertyPath> places) {
        for (int i = 1; i < places.size(); i++) {
            if (!fits(i)) {
                MessageTypes types = components.get(i);
                String before = Objects.requireNonNull(places.get(i - 1).component());
                throw new FlowConfigurationException(
                        places.get(i),
                        FlowProblem.incompatibleTypes(before, before(i), types.input(), types.catches()));
            }
        }
    }
}
