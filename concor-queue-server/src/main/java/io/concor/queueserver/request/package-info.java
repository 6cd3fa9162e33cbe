/** What clients ask for and are answered, and the tasks of the flow between. */
@NullMarked
package io.concor.queueserver.request;

import org.jspecify.annotations.NullMarked;
