/** The configuration properties of Concor, and how their values are read and written. */
@NullMarked
package io.concor.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
