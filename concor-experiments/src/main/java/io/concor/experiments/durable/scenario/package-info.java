/** Scenarios of queues in databases that need several processes, a backlog, a snapshot or a kill: what users meet besides plain load. */
@NullMarked
package io.concor.experiments.durable.scenario;

import org.jspecify.annotations.NullMarked;
