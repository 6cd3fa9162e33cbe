@NullMarked
package io.concor.queueserver.http;

import org.jspecify.annotations.NullMarked;
