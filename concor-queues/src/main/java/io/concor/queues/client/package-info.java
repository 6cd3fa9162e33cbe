/**
 * Message queues for clients: {@link io.concor.queues.client.Queues}, its messages, requests, figures and exceptions. How they
 * are kept in a database is in {@code io.concor.queues.client.jdbc}.
 */
@NullMarked
package io.concor.queues.client;

import org.jspecify.annotations.NullMarked;
