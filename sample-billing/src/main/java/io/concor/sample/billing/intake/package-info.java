/** How records come in, by HTTP and from files, and what is answered. */
@NullMarked
package io.concor.sample.billing.intake;

import org.jspecify.annotations.NullMarked;
