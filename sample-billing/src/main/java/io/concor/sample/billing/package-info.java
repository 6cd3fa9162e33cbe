/**
 * The billing of phone calls: receives call detail records by HTTP and from files, prices them and writes them to a
 * database.
 */
@NullMarked
package io.concor.sample.billing;

import org.jspecify.annotations.NullMarked;
