/** What batches bring: a writer with batches of many sizes, and a day's load of the sample billing. */
@NullMarked
package io.concor.experiments.batch;

import org.jspecify.annotations.NullMarked;
