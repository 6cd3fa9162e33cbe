/** Audit events for changes of layouts and presets. */
@NullMarked
package io.concor.autoconfigure.audit;

import org.jspecify.annotations.NullMarked;
