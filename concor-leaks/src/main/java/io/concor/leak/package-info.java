/**
 * The leak check: finds a mutable object that travels in two events of a flow. For development and tests.
 */
@NullMarked
package io.concor.leak;

import org.jspecify.annotations.NullMarked;
