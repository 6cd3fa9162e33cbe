/** How many requests are due in each second, and when. */
@NullMarked
package io.concor.simulator.profile;

import org.jspecify.annotations.NullMarked;
