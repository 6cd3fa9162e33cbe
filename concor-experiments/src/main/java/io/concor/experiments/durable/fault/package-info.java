/** Faults, and a proxy that cuts and silences connections. */
@NullMarked
package io.concor.experiments.durable.fault;

import org.jspecify.annotations.NullMarked;
