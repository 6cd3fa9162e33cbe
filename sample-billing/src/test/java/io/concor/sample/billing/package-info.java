/** Tests of the billing. */
@NullMarked
package io.concor.sample.billing;

import org.jspecify.annotations.NullMarked;
