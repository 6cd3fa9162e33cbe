/** A messaging gateway: messages from mobiles come in by HTTP and go out to the applications behind short codes. */
@NullMarked
package io.concor.sample.moflow;

import org.jspecify.annotations.NullMarked;
