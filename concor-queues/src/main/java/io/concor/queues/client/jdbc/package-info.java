/**
 * Keeps message queues for clients in a database: {@link io.concor.queues.client.jdbc.JdbcQueues}. What is called often is in
 * {@code MessageStatements}, once as one statement of PostgreSQL, once step by step for all others.
 */
@NullMarked
package io.concor.queues.client.jdbc;

import org.jspecify.annotations.NullMarked;
