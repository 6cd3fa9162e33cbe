/** The command {@code remote-model}: what a flow over many processes asks of its brokers, calculated from the code and from figures of few processes. */
@NullMarked
package io.concor.experiments.scale;

import org.jspecify.annotations.NullMarked;
