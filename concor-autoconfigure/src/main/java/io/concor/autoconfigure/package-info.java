/** Auto-configuration of flows: their manager and their life cycle in the application context. */
@NullMarked
package io.concor.autoconfigure;

import org.jspecify.annotations.NullMarked;
