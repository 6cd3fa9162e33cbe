/** A SQLite file as a data source: for stores that need no database server. */
@NullMarked
package io.concor.queues.sqlite;

import org.jspecify.annotations.NullMarked;
