/**
 * Layouts of flows and the state that they are in: what a slot holds, what a flow consists of, how a stop went.
 */
@NullMarked
package io.concor.layout;

import org.jspecify.annotations.NullMarked;
