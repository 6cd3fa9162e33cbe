/** The processes that use a store: their leases, which lanes of which queue each of them owns, and how they wake each other. */
@NullMarked
package io.concor.queues.member;

import org.jspecify.annotations.NullMarked;
