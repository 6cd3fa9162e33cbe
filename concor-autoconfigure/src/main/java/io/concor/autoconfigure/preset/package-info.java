/** The preset store in files, the text of presets, and the loading of presets at start-up. */
@NullMarked
package io.concor.autoconfigure.preset;

import org.jspecify.annotations.NullMarked;
