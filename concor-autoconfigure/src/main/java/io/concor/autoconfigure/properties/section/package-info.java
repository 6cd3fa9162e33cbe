/** The sections of the configuration beside the flows. */
@NullMarked
package io.concor.autoconfigure.properties.section;

import org.jspecify.annotations.NullMarked;
