package io.concor.engine.leak;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of a class are like to who looks for leaks.
 *
 * @param mutable whether such an object can change itself, whatever may be with what it holds
 * @param foreign whether it is the message's business only where it is the message itself
 * @param contents how to see what it holds
 */
record TypeShape(boolean mutable, boolean foreign, Contents contents) {

    /** It cannot change, or is not the message's business. */
    static final TypeShape LEFT_ALONE = new TypeShape(false, false, Contents.NONE);

    static TypeShape mutable(Contents contents) {
        return new TypeShape(true, false, contents);
    }

    static TypeShape fixed(Contents contents) {
        return new TypeShape(false, false, contents);
    }

    static TypeShape of(boolean mutable, Contents contents) {
        return new TypeShape(mutable, false, contents);
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
