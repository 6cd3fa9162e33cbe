/** Access control for the management endpoints: roles, passwords and failed log-ins. */
@NullMarked
package io.concor.sample.support.access;

import org.jspecify.annotations.NullMarked;
