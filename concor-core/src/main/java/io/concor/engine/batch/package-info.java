/**
 * Collects the events of batches, and how. Not an API.
 */
@NullMarked
package io.concor.engine.batch;

import org.jspecify.annotations.NullMarked;
