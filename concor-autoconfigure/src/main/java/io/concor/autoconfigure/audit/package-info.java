/** Tells Actuator's audit log of the changes of layouts. */
@NullMarked
package io.concor.autoconfigure.audit;

import org.jspecify.annotations.NullMarked;
