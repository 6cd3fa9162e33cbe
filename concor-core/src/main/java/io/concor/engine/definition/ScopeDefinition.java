package io.concor.engine.definition;

import io.concor.Transactions;

/**
 * A run of components that are in one transaction for each event.
 *
 * @param from name of the first component
 * @param to name of the last component
 */
public record ScopeDefinition(String from, String to, Transactions transactions) {

    @Override
    public String toString() {
        return "from '%s' to '%s'".formatted(from, to);
    }
}
