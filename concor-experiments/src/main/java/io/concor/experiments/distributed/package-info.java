/** The command {@code pipeline}: a pipeline of stages that burn CPU, in one process and spread over several. */
@NullMarked
package io.concor.experiments.distributed;

import org.jspecify.annotations.NullMarked;
