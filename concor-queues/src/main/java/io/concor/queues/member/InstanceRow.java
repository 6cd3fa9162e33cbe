package io.concor.queues.member;

/**
 * An instance as the database has it.
 *
 * @param leftMillis how much of its lease was left by the clock of the database; negative if it has expired
 */
record InstanceRow(String id, long wake, long leftMillis) {}
