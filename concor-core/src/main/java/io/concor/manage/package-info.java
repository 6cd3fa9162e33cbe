/**
 * The manager: reads flows and changes their layouts, one change at a time for each flow.
 */
@NullMarked
package io.concor.manage;

import org.jspecify.annotations.NullMarked;
