/**
 * Measurement: samples, histograms and counters of a flow. Not an API.
 */
@NullMarked
package io.concor.engine.measure;

import org.jspecify.annotations.NullMarked;
