/** Verdicts about what limits flows, and the alarm when a flow becomes limited. */
@NullMarked
package io.concor.autoconfigure.diagnosis;

import org.jspecify.annotations.NullMarked;
