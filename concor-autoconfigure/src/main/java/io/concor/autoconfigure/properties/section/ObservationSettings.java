package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Observations of sampled events.
 * @param enabled Whether each sampled event creates an observation, with a child for each task and for each wait in
 *     a slot. Requires an ObservationRegistry.
 */
public record ObservationSettings(@DefaultValue("true") boolean enabled) {}
