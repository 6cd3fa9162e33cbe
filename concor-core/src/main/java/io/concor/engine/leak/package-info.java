/**
 * Leak detection: finds a mutable object that travels in two events. Not an API.
 */
@NullMarked
package io.concor.engine.leak;

import org.jspecify.annotations.NullMarked;
