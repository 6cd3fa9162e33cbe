/**
 * Layouts, topology and states of flows and slots.
 */
@NullMarked
package io.concor.layout;

import org.jspecify.annotations.NullMarked;
