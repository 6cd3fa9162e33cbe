/** The console as a view of Spring Boot Admin. The view itself is a script, built from the sources of the console. */
@NullMarked
package io.concor.console.sba;

import org.jspecify.annotations.NullMarked;
