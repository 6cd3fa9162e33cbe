/**
 * The engine: carries events through the components of a flow and changes its layout while they pass. Not an API.
 */
@NullMarked
package io.concor.engine;

import org.jspecify.annotations.NullMarked;
