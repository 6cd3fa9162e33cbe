@NullMarked
package io.concor.queueserver.security;

import org.jspecify.annotations.NullMarked;
