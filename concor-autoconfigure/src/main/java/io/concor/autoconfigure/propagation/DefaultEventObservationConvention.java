package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.propagation.EventObservationDocumentation.BatchKeyName;
import io.concor.autoconfigure.propagation.EventObservationDocumentation.EventKeyName;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

/** The default convention of an observation. */
final class DefaultEventObservationConvention implements EventObservationConvention {

    private static final String NONE = "none";

    private final EventObservationDocumentation part;

    DefaultEventObservationConvention(EventObservationDocumentation part) {
        this.part = part;
    }

    @Override
    public String getName() {
        return part.getName();
    }

    @Override
    public String getContextualName(EventObservationContext context) {
        return switch (part) {
            case EVENT -> context.getFlow();
            case TASK -> text(context.getComponent());
            case WAIT -> text(context.getComponent()) + " wait";
            case BATCH -> text(context.getComponent()) + " batch";
        };
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(EventObservationContext context) {
        return KeyValues.of(part.keys(), EventKeyName::asString, key -> text(value(key, context)));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(EventObservationContext context) {
        return context instanceof BatchObservationContext batch
                ? KeyValues.of(BatchKeyName.SIZE.withValue(String.valueOf(batch.getSize())))
                : KeyValues.empty();
    }

    private static @Nullable Object value(EventKeyName key, EventObservationContext context) {
        return switch (key) {
            case FLOW -> context.getFlow();
            case TASK, SLOT -> context.getComponent();
            case KIND -> context.getKind();
            case OUTCOME -> context.getOutcome();
        };
    }

    private static String text(@Nullable Object value) {
        return value == null ? NONE : value.toString();
    }
}
