/** A USSD server: requests of mobiles come in by HTTP, and pages of a menu go back to the operator that asked. */
@NullMarked
package io.concor.sample.ussd;

import org.jspecify.annotations.NullMarked;
