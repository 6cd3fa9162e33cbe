/**
 * The tables of durable queues, as statements. Every method takes a connection, which it neither opens nor closes, and runs
 * in the transaction of the caller, which it neither begins nor ends. Begin with {@link io.concor.queues.jdbc.Dialect#of(java.sql.Connection)}.
 */
@NullMarked
package io.concor.queues.jdbc;

import org.jspecify.annotations.NullMarked;
