/** What is known about a flow when its verdict is due: facts derived from signals, without a judgement about causes. */
@NullMarked
package io.concor.diagnosis.situation;

import org.jspecify.annotations.NullMarked;
