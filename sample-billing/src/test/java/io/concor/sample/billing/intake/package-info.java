/** Tests of the intake. */
@NullMarked
package io.concor.sample.billing.intake;

import org.jspecify.annotations.NullMarked;
