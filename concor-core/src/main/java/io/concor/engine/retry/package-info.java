/** Tries events again that failed: which, when and on which thread; and keeps their place among those of their key. */
@NullMarked
package io.concor.engine.retry;

import org.jspecify.annotations.NullMarked;
