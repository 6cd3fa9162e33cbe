package io.concor.autoconfigure.propagation;

import io.concor.autoconfigure.propagation.EventObservationDocumentation.BatchKeyName;
import io.concor.autoconfigure.propagation.EventObservationDocumentation.EventKeyName;
import io.micrometer.common.KeyValue;
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
        KeyValues flow = KeyValues.of(value(EventKeyName.FLOW, context.getFlow()));
        return switch (part) {
            case EVENT -> flow.and(value(EventKeyName.OUTCOME, context.getOutcome()));
            case TASK ->
                flow.and(
                        value(EventKeyName.TASK, context.getComponent()),
                        value(EventKeyName.KIND, context.getKind()),
                        value(EventKeyName.OUTCOME, context.getOutcome()));
            case WAIT -> flow.and(value(EventKeyName.SLOT, context.getComponent()));
            case BATCH ->
                flow.and(
                        value(EventKeyName.TASK, context.getComponent()),
                        value(EventKeyName.OUTCOME, context.getOutcome()));
        };
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(EventObservationContext context) {
        return context instanceof BatchObservationContext batch
                ? KeyValues.of(BatchKeyName.SIZE.withValue(String.valueOf(batch.getSize())))
                : KeyValues.empty();
    }

    private static KeyValue value(EventKeyName key, @Nullable Object value) {
        return key.withValue(text(value));
    }

    private static String text(@Nullable Object value) {
        return value == null ? NONE : value.toString();
    }
}
