/** Who a client is, and who an operator. */
@NullMarked
package io.concor.queueserver.security;

import org.jspecify.annotations.NullMarked;
