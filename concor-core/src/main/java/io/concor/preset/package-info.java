/**
 * Presets: saved layouts, and the store that keeps them.
 */
@NullMarked
package io.concor.preset;

import org.jspecify.annotations.NullMarked;
