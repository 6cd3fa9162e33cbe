package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.TaskKind;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks the transaction scopes of a flow: each is a range of its components, and no two ranges overlap. */
final class ScopeRules {

    private final String flow;
    private final List<String> components;
    private final Set<String> batches;
    private final Map<String, FlowDefinition.Scope> taken = new HashMap<>();

    ScopeRules(String flow, List<Component> components) {
        this.flow = flow;
        this.components = components.stream().map(Component::name).toList();
        this.batches = components.stream()
                .filter(component -> component.kind() == TaskKind.BATCH)
                .map(Component::name)
                .collect(Collectors.toSet());
    }

    void require(List<FlowDefinition.Scope> scopes) {
        for (int i = 0; i < scopes.size(); i++) {
            require(scopes.get(i), "transactions[" + i + "]");
        }
    }

    private void require(FlowDefinition.Scope scope, String part) {
        int from = requireComponent(scope.from(), part + ".from");
        int to = requireComponent(scope.to(), part + ".to");
        if (from > to) {
            throw InvalidFlowException.ofPart(
                    flow,
                    part + ".to",
                    "the transaction " + scope + " ends before it begins",
                    "Name the components in the order in which they stand in the flow: from '" + scope.to() + "' to '"
                            + scope.from() + "'");
        }
        for (String component : components.subList(from, to + 1)) {
            requireAloneIfBatch(scope, component, part);
            FlowDefinition.Scope other = taken.putIfAbsent(component, scope);
            if (other != null) {
                String problem = "two transactions span component '" + component + "': " + other + " and " + scope;
                throw InvalidFlowException.ofPart(
                        flow, part, problem, "Let one end before the other begins, or make one of the two");
            }
        }
    }

    /** The events of a batch share a transaction, but each comes and goes on its own. */
    private void requireAloneIfBatch(FlowDefinition.Scope scope, String component, String part) {
        if (batches.contains(component) && !scope.from().equals(scope.to())) {
            throw InvalidFlowException.ofPart(
                    flow,
                    part,
                    "the transaction " + scope + " spans batch component '" + component
                            + "', whose events share one transaction for each batch",
                    Sentence.of(
                            "Let it begin after '%1$s' or end before it, and give '%1$s' a transaction of its own: from '%1$s' to '%1$s'",
                            component));
        }
    }

    private int requireComponent(String name, String part) {
        int index = components.indexOf(name);
        if (index < 0) {
            String problem = "a transaction begins or ends at '" + SafeText.shown(name) + "'"
                    + SimilarNames.hint(name, components) + ", which is no component of the flow";
            throw InvalidFlowException.ofPart(
                    flow, part, problem, "Use one of '" + String.join("', '", components) + "'");
        }
        return index;
    }
}
