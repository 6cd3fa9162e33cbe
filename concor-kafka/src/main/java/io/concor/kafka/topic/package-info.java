/** The topics of a queue: their names, their creation, and what their configuration has to be. */
@NullMarked
package io.concor.kafka.topic;

import org.jspecify.annotations.NullMarked;
