/** The Actuator endpoints: a thin layer over the manager, for HTTP and JMX. */
@NullMarked
package io.concor.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
