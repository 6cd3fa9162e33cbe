/**
 * Threads: how they are created, how they wait when idle, and the ticker that all flows share. Not an API.
 */
@NullMarked
package io.concor.engine.thread;

import org.jspecify.annotations.NullMarked;
