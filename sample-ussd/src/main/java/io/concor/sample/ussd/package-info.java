/** A USSD server: receives requests of subscribers by HTTP and sends pages of a menu to the operator. */
@NullMarked
package io.concor.sample.ussd;

import org.jspecify.annotations.NullMarked;
