/** HTTP: the client that sends the load, and the receivers of callbacks. */
@NullMarked
package io.concor.simulator.http;

import org.jspecify.annotations.NullMarked;
