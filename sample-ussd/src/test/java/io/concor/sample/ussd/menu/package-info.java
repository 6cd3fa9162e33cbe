/** Tests of the menus. */
@NullMarked
package io.concor.sample.ussd.menu;

import org.jspecify.annotations.NullMarked;
