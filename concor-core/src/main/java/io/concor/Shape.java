package io.concor;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of a class are like to who looks for leaks.
 *
 * @param mutable whether such an object can change itself, whatever may be with what it holds
 * @param foreign whether it is the message's business only where it is the message itself
 * @param contents how to see what it holds
 */
record Shape(boolean mutable, boolean foreign, Contents contents) {

    /** It cannot change, or is not the message's business. */
    static final Shape LEFT_ALONE = new Shape(false, false, Contents.NONE);

    static Shape mutable(Contents contents) {
        return new Shape(true, false, contents);
    }

    static Shape fixed(Contents contents) {
        return new Shape(false, false, contents);
    }

    static Shape of(boolean mutable, Contents contents) {
        return new Shape(mutable, false, contents);
    }

    /** How to see what an object holds. */
    @FunctionalInterface
    interface Contents {

        /** Nothing. */
        Contents NONE = object -> Stream.empty();

        /** What the object holds, nulls included. May throw where another thread is changing it. */
        Stream<? extends @Nullable Object> of(Object object);
    }
}
