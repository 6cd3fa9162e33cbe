/** What the tests of every sample share. */
@NullMarked
package io.concor.sample;

import org.jspecify.annotations.NullMarked;
