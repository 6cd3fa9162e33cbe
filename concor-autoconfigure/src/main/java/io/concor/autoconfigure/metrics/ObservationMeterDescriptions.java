package io.concor.autoconfigure.metrics;

import io.concor.autoconfigure.propagation.EventObservationDocumentation;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the timers that Actuator derives from observations of events: it leaves their descriptions empty. */
final class ObservationMeterDescriptions implements MeterFilter {

    private static final Map<String, String> TIMERS = Map.of(
            EventObservationDocumentation.EVENT.getName(),
            "Time from the entry to the end of an event",
            EventObservationDocumentation.TASK.getName(),
            "Time that an event spends in a task",
            EventObservationDocumentation.WAIT.getName(),
            "Time that an event waits in a slot for a thread");

    private static final String IN_PROGRESS = ".active";

    @Override
    public Meter.Id map(Meter.Id id) {
        String description = id.getDescription() == null ? description(id.getName()) : null;
        return description == null
                ? id
                : new Meter.Id(
                        id.getName(), Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), description, id.getType());
    }

    private static @Nullable String description(String name) {
        if (name.endsWith(IN_PROGRESS)) {
            String finished = TIMERS.get(name.substring(0, name.length() - IN_PROGRESS.length()));
            return finished == null ? null : finished + "; only sampled events, those in progress";
        }
        String finished = TIMERS.get(name);
        return finished == null ? null : finished + "; only sampled events";
    }
}
