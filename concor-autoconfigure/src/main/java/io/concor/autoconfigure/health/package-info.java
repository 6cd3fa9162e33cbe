/** What an application says of its flows: whether they are well, and which there are. */
@NullMarked
package io.concor.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
