/** Warnings about layouts that are allowed but cost throughput or the order of events. */
@NullMarked
package io.concor.autoconfigure.advice;

import org.jspecify.annotations.NullMarked;
