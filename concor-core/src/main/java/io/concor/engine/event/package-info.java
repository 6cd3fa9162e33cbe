/** What travels: an event in its context, where it is executed, how old it is, and what holds it while it waits. Not an API. */
@NullMarked
package io.concor.engine.event;

import org.jspecify.annotations.NullMarked;
