package io.concor.autoconfigure;

import io.concor.autoconfigure.ConcorProperties.TransactionSettings;
import io.concor.autoconfigure.FlowProblem.InvertedRange;
import io.concor.autoconfigure.FlowProblem.NoRange;
import io.concor.autoconfigure.FlowProblem.OverlappingRanges;
import io.concor.autoconfigure.FlowProblem.UnknownComponent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run of components that is to be in one transaction; both ends are there, and in order. */
record TransactionRange(Place place, TransactionSettings settings, String from, String to, List<String> components) {

    /**
     * The range that is configured.
     *
     * @throws FlowConfigurationException when it is none among these components
     */
    static TransactionRange of(Place place, TransactionSettings settings, List<String> components) {
        int from = index(place.at("from"), settings.from(), components);
        int to = settings.to() == null ? from : index(place.at("to"), settings.to(), components);
        if (from > to) {
            throw new FlowConfigurationException(
                    place.at("to"), new InvertedRange(components.get(from), components.get(to)));
        }
        return new TransactionRange(
                place, settings, components.get(from), components.get(to), components.subList(from, to + 1));
    }

    private static int index(Place place, @Nullable String name, List<String> components) {
        if (name == null || name.isBlank()) {
            throw new FlowConfigurationException(place, new NoRange());
        }
        if (!components.contains(name)) {
            throw new FlowConfigurationException(place, new UnknownComponent(name, components));
        }
        return components.indexOf(name);
    }

    /**
     * Checks that no component is in both.
     *
     * @throws FlowConfigurationException when one is
     */
    void requireApartFrom(TransactionRange other) {
        components.stream().filter(other.components::contains).findFirst().ifPresent(shared -> {
            throw new FlowConfigurationException(place, new OverlappingRanges(shared, this.shown(), other.shown()));
        });
    }

    private String shown() {
        return "'%s' to '%s'".formatted(from, to);
    }

    /** What the transaction is called in logs and by the database. */
    String title() {
        return Objects.requireNonNull(place.flow()) + "." + from;
    }
}
