package io.concor.engine;

/**
 * Stands for what a thread holds where that cannot be read: not nothing, so that it is taken off the thread for an
 * event that arrives.
 *
 * @param cause what was thrown
 */
record Unreadable(Throwable cause) {}
