@NullMarked
package io.concor.queueserver.management;

import org.jspecify.annotations.NullMarked;
