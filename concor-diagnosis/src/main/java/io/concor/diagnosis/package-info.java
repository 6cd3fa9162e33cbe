/**
 * Verdicts about what limits a flow, and predictions of what a change of its layout would bring.
 */
@NullMarked
package io.concor.diagnosis;

import org.jspecify.annotations.NullMarked;
