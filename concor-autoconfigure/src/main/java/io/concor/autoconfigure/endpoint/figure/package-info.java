/** Figures for people: rounded numbers, and tables of plain text. */
@NullMarked
package io.concor.autoconfigure.endpoint.figure;

import org.jspecify.annotations.NullMarked;
