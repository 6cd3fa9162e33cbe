/** The manager, which reads flows and changes their layouts, with history, trials, limits and active presets. */
@NullMarked
package io.concor.manage;

import org.jspecify.annotations.NullMarked;
