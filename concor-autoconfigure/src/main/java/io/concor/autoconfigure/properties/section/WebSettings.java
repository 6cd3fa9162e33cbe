package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Flows in web applications.
 *
 * @param errors Responses to requests that a flow refuses or does not complete.
 */
public record WebSettings(@DefaultValue WebErrors errors) {

    /**
     * Responses to requests that a flow refuses or does not complete.
     *
     * @param enabled Whether a controller of Spring MVC or WebFlux that throws or returns an error of a flow responds
     *     with a problem detail (RFC 9457): status 503 with Retry-After if the flow refused the event, 504 if the event
     *     timed out. Exception handlers of the application take precedence.
     */
    public record WebErrors(@DefaultValue("true") boolean enabled) {}
}
