/**
 * What limits a flow, with evidence and advice.
 */
@NullMarked
package io.concor.diagnosis.verdict;

import org.jspecify.annotations.NullMarked;
