/**
 * The rules by which signals become verdicts.
 */
@NullMarked
package io.concor.diagnosis.rule;

import org.jspecify.annotations.NullMarked;
