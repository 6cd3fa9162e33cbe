/** The network: the client that sends requests, and the receivers of later calls. */
@NullMarked
package io.concor.simulator.http;

import org.jspecify.annotations.NullMarked;
