/** The endpoints that show what limits flows, and what the autopilot does about it. */
@NullMarked
package io.concor.autoconfigure.endpoint.diagnosis;

import org.jspecify.annotations.NullMarked;
