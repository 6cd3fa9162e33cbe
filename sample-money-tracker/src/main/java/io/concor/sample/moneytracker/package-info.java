/**
 * A mobile money tracker: transactions come in by HTTP, are booked on accounts in a database, and answered with the new
 * balance.
 */
@NullMarked
package io.concor.sample.moneytracker;

import org.jspecify.annotations.NullMarked;
