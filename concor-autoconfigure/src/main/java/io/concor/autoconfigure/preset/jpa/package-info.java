/** The preset store in a database, with JPA. */
@NullMarked
package io.concor.autoconfigure.preset.jpa;

import org.jspecify.annotations.NullMarked;
