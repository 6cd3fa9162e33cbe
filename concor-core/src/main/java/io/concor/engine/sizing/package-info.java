/**
 * Chooses how many events a batch may have, from what batches take. Not an API.
 */
@NullMarked
package io.concor.engine.sizing;

import org.jspecify.annotations.NullMarked;
