package io.concor.autoconfigure.flow;

import java.util.List;
import java.util.stream.IntStream;
import org.springframework.core.ResolvableType;

/** The types of the messages along the components of a flow. */
record TypeChain(List<MessageTypes> components) {

    /**
     * What goes into the flow: of all that is taken up to the first component that makes a new message, the type that
     * all of them can take.
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

    /** What comes along in front of the component at that index, or behind the last one. */
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

    /** Whether every component is a task of a known type, and so are both ends. */
    boolean known() {
        return components.stream().allMatch(MessageTypes::ofTask)
                && MessageTypes.known(input())
                && MessageTypes.known(output());
    }

    boolean fits() {
        return IntStream.range(0, components.size()).allMatch(this::fits);
    }

    boolean fits(int index) {
        return components.get(index).fits(before(index));
    }
}
