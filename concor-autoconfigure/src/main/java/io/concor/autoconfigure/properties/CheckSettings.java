package io.concor.autoconfigure.properties;

import io.concor.LeakCheck;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Checks for development and tests.
 * @param leaks Reaction to a mutable object that is reachable from two events. The check is slow: not for
 *     production.
 */
public record CheckSettings(@DefaultValue("off") LeakCheck leaks) {}
