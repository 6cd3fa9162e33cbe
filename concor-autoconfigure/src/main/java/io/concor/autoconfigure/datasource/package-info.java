/** Warnings for layouts with more threads than database connections. */
@NullMarked
package io.concor.autoconfigure.datasource;

import org.jspecify.annotations.NullMarked;
