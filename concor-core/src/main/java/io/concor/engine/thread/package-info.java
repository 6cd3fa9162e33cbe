/**
 * Threads: their creation, the ticker shared by all flows, and the end of a flow with the JVM. Not an API.
 */
@NullMarked
package io.concor.engine.thread;

import org.jspecify.annotations.NullMarked;
