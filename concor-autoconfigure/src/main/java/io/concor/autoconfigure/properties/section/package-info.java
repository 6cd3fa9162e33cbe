/** The sections of the configuration other than the flows. */
@NullMarked
package io.concor.autoconfigure.properties.section;

import org.jspecify.annotations.NullMarked;
