/** Answers of web applications to requests that a flow refuses or does not complete. */
@NullMarked
package io.concor.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
