/** Database connections: warnings for layouts with more threads than connections, and the pools that the diagnosis reads. */
@NullMarked
package io.concor.autoconfigure.datasource;

import org.jspecify.annotations.NullMarked;
