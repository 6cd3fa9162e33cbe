package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Observations of sampled events.
 * @param enabled Whether sampled events, up to 100 a second, create observations, with a child for each task and wait. Requires an
 *     ObservationRegistry.
 */
public record ObservationSettings(@DefaultValue("true") boolean enabled) {}
