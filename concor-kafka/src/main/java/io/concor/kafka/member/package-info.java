/** The processes that share a flow: they publish themselves in one topic for each flow, and refuse a flow that differs. */
@NullMarked
package io.concor.kafka.member;

import org.jspecify.annotations.NullMarked;
