/**
 * Presets: saved layouts and their store.
 */
@NullMarked
package io.concor.preset;

import org.jspecify.annotations.NullMarked;
