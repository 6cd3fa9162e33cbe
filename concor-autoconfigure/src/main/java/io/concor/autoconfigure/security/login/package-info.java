/** The ways to log in to the management endpoints, with a password, at a provider or with a token, and the sessions of browsers. */
@NullMarked
package io.concor.autoconfigure.security.login;

import org.jspecify.annotations.NullMarked;
