/** The rules that find the causes which limit a flow. */
@NullMarked
package io.concor.diagnosis.cause;

import org.jspecify.annotations.NullMarked;
