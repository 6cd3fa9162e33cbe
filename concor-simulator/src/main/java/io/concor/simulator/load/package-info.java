/** One run: sends requests when they are due, keeps account of each, and finds the breaking point. */
@NullMarked
package io.concor.simulator.load;

import org.jspecify.annotations.NullMarked;
