/** The endpoints that change flows by their slots and presets, and keep the history of changes. */
@NullMarked
package io.concor.autoconfigure.endpoint.change;

import org.jspecify.annotations.NullMarked;
