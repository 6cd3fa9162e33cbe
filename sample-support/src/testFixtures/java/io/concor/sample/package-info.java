/** Test fixtures of the samples. */
@NullMarked
package io.concor.sample;

import org.jspecify.annotations.NullMarked;
