package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Propagation of thread-locals with events.
 * @param enabled Whether events carry the MDC and the thread-locals of Micrometer's ContextRegistry, in all flows without a
 *     carrier of their own. Requires context-propagation on the class path.
 */
public record PropagationSettings(@DefaultValue("true") boolean enabled) {}
