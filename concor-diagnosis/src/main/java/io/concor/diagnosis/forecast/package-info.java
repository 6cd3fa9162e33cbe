/** What a flow would do with another layout or at another rate. */
@NullMarked
package io.concor.diagnosis.forecast;

import org.jspecify.annotations.NullMarked;
