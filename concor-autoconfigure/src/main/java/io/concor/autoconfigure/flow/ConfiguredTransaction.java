package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.flow.FlowProblem.MissingTransactionStart;
import io.concor.autoconfigure.properties.ConcorProperties.TransactionSettings;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The components that are to be in one transaction, as it is configured; whether the flow has them is for the flow to
 * say.
 */
record ConfiguredTransaction(PropertyPath place, TransactionSettings settings, String from, String to) {

    /**
     * The scope that is configured.
     *
     * @throws FlowConfigurationException when it is not said where it begins
     */
    static ConfiguredTransaction of(PropertyPath place, TransactionSettings settings) {
        String from = begin(place.at("from"), settings.from());
        return new ConfiguredTransaction(place, settings, from, Objects.requireNonNullElse(settings.to(), from));
    }

    private static String begin(PropertyPath place, @Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, new MissingTransactionStart());
        }
        return name;
    }

    /** What the transaction is called in logs and by the database. */
    String title() {
        return Objects.requireNonNull(place.flow()) + "." + from;
    }
}
