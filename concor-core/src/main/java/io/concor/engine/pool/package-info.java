/** Joins: queues in which events wait, and the pools of threads that take them. Not an API. */
@NullMarked
package io.concor.engine.pool;

import org.jspecify.annotations.NullMarked;
