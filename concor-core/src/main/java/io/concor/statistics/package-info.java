/**
 * Statistics of a flow, and the listeners and observers that receive each sample.
 */
@NullMarked
package io.concor.statistics;

import org.jspecify.annotations.NullMarked;
