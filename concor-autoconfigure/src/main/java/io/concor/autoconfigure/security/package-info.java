/** Access control for the management endpoints: roles, passwords and failed log-ins. */
@NullMarked
package io.concor.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
