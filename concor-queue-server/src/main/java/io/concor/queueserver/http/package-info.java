/** The calls of the HTTP interface: bodies, answers, and receives that wait. */
@NullMarked
package io.concor.queueserver.http;

import org.jspecify.annotations.NullMarked;
