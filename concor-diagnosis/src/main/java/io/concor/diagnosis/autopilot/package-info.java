/**
 * The autopilot: plans layouts that keep the goal of a flow, tries them, and keeps what helped.
 */
@NullMarked
package io.concor.diagnosis.autopilot;

import org.jspecify.annotations.NullMarked;
