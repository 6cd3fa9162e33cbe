/** The requests of clients over HTTP: one after the other, repeated if their outcome is not known. */
@NullMarked
package io.concor.simulator.queues.http;

import org.jspecify.annotations.NullMarked;
