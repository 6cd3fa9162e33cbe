@NullMarked
package io.concor.queueserver;

import org.jspecify.annotations.NullMarked;
