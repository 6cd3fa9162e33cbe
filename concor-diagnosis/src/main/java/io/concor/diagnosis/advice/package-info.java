/** What would help a flow that is limited, and how many threads its slots need. */
@NullMarked
package io.concor.diagnosis.advice;

import org.jspecify.annotations.NullMarked;
