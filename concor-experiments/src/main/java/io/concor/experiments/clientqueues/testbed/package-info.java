/** Queue servers in processes of their own, on a real database, and clients of the simulator. */
@NullMarked
package io.concor.experiments.clientqueues.testbed;

import org.jspecify.annotations.NullMarked;
