/** The users of the configuration, and the checks of passwords with limits for failed log-ins. */
@NullMarked
package io.concor.autoconfigure.security.password;

import org.jspecify.annotations.NullMarked;
