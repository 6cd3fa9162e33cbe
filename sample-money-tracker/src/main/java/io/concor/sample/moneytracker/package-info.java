/** A mobile money tracker: receives transactions by HTTP, books them in a database and answers with the new balance. */
@NullMarked
package io.concor.sample.moneytracker;

import org.jspecify.annotations.NullMarked;
