/** What the autopilot reaches: from bad layouts, and under a load that changes. */
@NullMarked
package io.concor.experiments.autopilot;

import org.jspecify.annotations.NullMarked;
