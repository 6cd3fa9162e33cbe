package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Observations of sampled events.
 * @param enabled Whether sampled events, at most 100 a second of a flow, create observations, with a child for each task and for
 *     each wait in a slot. Requires an ObservationRegistry.
 */
public record ObservationSettings(@DefaultValue("true") boolean enabled) {}
