/** Access control for the management endpoints: which requests are protected, and what each role may do. */
@NullMarked
package io.concor.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
