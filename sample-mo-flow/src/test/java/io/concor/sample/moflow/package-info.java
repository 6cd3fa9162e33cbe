/** Tests of the gateway. */
@NullMarked
package io.concor.sample.moflow;

import org.jspecify.annotations.NullMarked;
