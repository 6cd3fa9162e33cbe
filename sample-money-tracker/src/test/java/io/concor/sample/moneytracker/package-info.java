/** Tests of the money tracker. */
@NullMarked
package io.concor.sample.moneytracker;

import org.jspecify.annotations.NullMarked;
