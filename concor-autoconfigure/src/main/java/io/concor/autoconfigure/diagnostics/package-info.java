/** Failure analyzers: explain why an application with Concor does not start, and how to fix it. */
@NullMarked
package io.concor.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
