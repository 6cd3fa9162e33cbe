/** Tests of the USSD server. */
@NullMarked
package io.concor.sample.ussd;

import org.jspecify.annotations.NullMarked;
