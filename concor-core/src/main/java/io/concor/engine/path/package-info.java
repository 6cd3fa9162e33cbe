/** The path of an event: admission, components, batches, transactions, and the end. Not an API. */
@NullMarked
package io.concor.engine.path;

import org.jspecify.annotations.NullMarked;
