/**
 * Text that is safe to show: bounded, on one line and readable.
 */
@NullMarked
package io.concor.text;

import org.jspecify.annotations.NullMarked;
