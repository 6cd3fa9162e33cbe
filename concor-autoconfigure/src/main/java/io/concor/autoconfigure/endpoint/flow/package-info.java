/** The endpoint that shows which flows there are, and how each is laid out. */
@NullMarked
package io.concor.autoconfigure.endpoint.flow;

import org.jspecify.annotations.NullMarked;
