/** Code that the samples share and do not teach. */
@NullMarked
package io.concor.sample.support;

import org.jspecify.annotations.NullMarked;
