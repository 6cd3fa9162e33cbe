/** Who may enter a flow, and who has to wait. */
@NullMarked
package io.concor.engine.admission;

import org.jspecify.annotations.NullMarked;
