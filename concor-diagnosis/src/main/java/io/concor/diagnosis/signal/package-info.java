/**
 * What is read about flows, threads, processors and connection pools, second by second.
 */
@NullMarked
package io.concor.diagnosis.signal;

import org.jspecify.annotations.NullMarked;
