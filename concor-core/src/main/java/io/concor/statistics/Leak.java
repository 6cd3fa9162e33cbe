package io.concor.statistics;

import org.jspecify.annotations.Nullable;

/**
 * References of one type that leaked at one component.
 *
 * @param component the component behind which they were found, or null where the caller let them in
 * @param type the name of the type of the objects that came into another event
 * @param times how many were found
 */
public record Leak(@Nullable String component, String type, long times) {}
