/** Health and info contributions of flows. */
@NullMarked
package io.concor.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
