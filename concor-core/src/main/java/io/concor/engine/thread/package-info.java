/**
 * Threads: their creation, and the ticker shared by all flows. Not an API.
 */
@NullMarked
package io.concor.engine.thread;

import org.jspecify.annotations.NullMarked;
