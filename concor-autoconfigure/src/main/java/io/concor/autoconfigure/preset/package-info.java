/** Preset stores in files and databases, and the loading of presets at start-up. */
@NullMarked
package io.concor.autoconfigure.preset;

import org.jspecify.annotations.NullMarked;
