/** Warns of layouts with more threads than there are connections to a database. */
@NullMarked
package io.concor.autoconfigure.datasource;

import org.jspecify.annotations.NullMarked;
