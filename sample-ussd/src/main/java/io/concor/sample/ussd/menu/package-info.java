/** The menus of the services: their file, its check, and the way of a session through them. */
@NullMarked
package io.concor.sample.ussd.menu;

import org.jspecify.annotations.NullMarked;
