/** Database servers with durable commits that can be killed and started again. */
@NullMarked
package io.concor.experiments.durable.server;

import org.jspecify.annotations.NullMarked;
