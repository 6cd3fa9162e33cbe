/** A messaging gateway: receives messages of subscribers by HTTP and sends them to the applications of short codes. */
@NullMarked
package io.concor.sample.moflow;

import org.jspecify.annotations.NullMarked;
