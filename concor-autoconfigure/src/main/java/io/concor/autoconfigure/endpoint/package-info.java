/** The Actuator endpoints: a thin skin over the manager, over HTTP and JMX alike. */
@NullMarked
package io.concor.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
