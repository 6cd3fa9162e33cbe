package io.concor.kafka.member;

import java.time.Instant;

/**
 * When a process began to share a flow.
 *
 * @param place where its first record lies: of two processes, the one with the lesser place began earlier
 * @param time when it was published, by the clock of the broker
 */
record Beginning(long place, Instant time) {}
