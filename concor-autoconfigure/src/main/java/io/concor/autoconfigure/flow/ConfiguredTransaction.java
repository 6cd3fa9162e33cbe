package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.TransactionSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A configured transaction and the range of its components. The flow checks that they exist. */
record ConfiguredTransaction(PropertyPath place, TransactionSettings settings, String from, String to) {

    /**
     * Reads a configured transaction.
     *
     * @throws FlowConfigurationException if the first component is missing
     */
    static ConfiguredTransaction of(PropertyPath place, TransactionSettings settings) {
        String from = begin(place.at("from"), settings.from());
        return new ConfiguredTransaction(place, settings, from, Objects.requireNonNullElse(settings.to(), from));
    }

    private static String begin(PropertyPath place, @Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, FlowProblem.missingTransactionStart());
        }
        return name;
    }

    /** The name of the transaction in logs and in the database. */
    String title() {
        return Objects.requireNonNull(place.flow()) + "." + from;
    }
}
