/**
 * What a flow is made of: components, limits, transaction scopes, and the rules a layout has to keep. Not an API.
 */
@NullMarked
package io.concor.engine.definition;

import org.jspecify.annotations.NullMarked;
