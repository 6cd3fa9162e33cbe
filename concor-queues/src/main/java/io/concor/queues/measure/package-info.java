/** What a store and its process do with queues: counts, rates, times and levels. */
@NullMarked
package io.concor.queues.measure;

import org.jspecify.annotations.NullMarked;
