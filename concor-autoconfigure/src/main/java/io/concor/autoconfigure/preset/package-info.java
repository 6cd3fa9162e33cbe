/** Presets as files, and their loading when the application starts. */
@NullMarked
package io.concor.autoconfigure.preset;

import org.jspecify.annotations.NullMarked;
