package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.TaskKind;
import java.util.List;
import java.util.Set;

/** Checks which components of a flow are tried again. */
final class RetryRules {

    private final String flow;
    private final List<Component> components;
    private final List<String> names;

    RetryRules(String flow, List<Component> components) {
        this.flow = flow;
        this.components = components;
        this.names = components.stream().map(Component::name).toList();
    }

    /** @param scopes valid ranges */
    void require(Set<String> retried, List<FlowDefinition.Scope> scopes) {
        for (Component component : components) {
            if (retried.contains(component.name())) {
                requireNoCatch(component);
                scopes.forEach(scope -> requireNoCatchBefore(component, scope));
            }
        }
    }

    private void requireNoCatch(Component component) {
        if (component.kind() == TaskKind.CATCH) {
            throw new InvalidFlowException(
                    flow,
                    component.name(),
                    "it handles errors, and is not tried again itself",
                    "Give the retries to the component whose errors it handles");
        }
    }

    /** A retry repeats the transaction from its beginning, which at a catch component is an error and no message. */
    private void requireNoCatchBefore(Component component, FlowDefinition.Scope scope) {
        int at = names.indexOf(component.name());
        int from = names.indexOf(scope.from());
        if (at < from || at > names.indexOf(scope.to())) {
            return;
        }
        for (Component before : components.subList(from, at)) {
            if (before.kind() == TaskKind.CATCH) {
                throw new InvalidFlowException(
                        flow,
                        component.name(),
                        "it is tried again, but stands after catch component '" + before.name()
                                + "' in the transaction " + scope + ", which then begins with an error",
                        "Let the transaction begin after '" + before.name() + "', or do not retry the component");
            }
        }
    }
}
