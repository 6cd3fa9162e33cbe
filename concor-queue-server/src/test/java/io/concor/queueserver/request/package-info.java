@NullMarked
package io.concor.queueserver.request;

import org.jspecify.annotations.NullMarked;
