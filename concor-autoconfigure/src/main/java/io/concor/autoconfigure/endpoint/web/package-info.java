/** Request checks and error responses of the endpoints for Spring MVC and Spring WebFlux. */
@NullMarked
package io.concor.autoconfigure.endpoint.web;

import org.jspecify.annotations.NullMarked;
