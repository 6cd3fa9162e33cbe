/** What the endpoints need of Spring MVC and Spring WebFlux: checks of request bodies and error responses. */
@NullMarked
package io.concor.autoconfigure.endpoint.web;

import org.jspecify.annotations.NullMarked;
