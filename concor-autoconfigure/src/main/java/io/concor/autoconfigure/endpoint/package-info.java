/**
 * What the Actuator endpoints share: callers, formats, errors and exposure. Each package below has some of the endpoints, a
 * thin layer over the manager, for HTTP and JMX.
 */
@NullMarked
package io.concor.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
