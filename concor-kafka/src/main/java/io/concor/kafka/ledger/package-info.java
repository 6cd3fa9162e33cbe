/** Has a database keep what was ended in its transactions, and who owns partitions. */
@NullMarked
package io.concor.kafka.ledger;

import org.jspecify.annotations.NullMarked;
