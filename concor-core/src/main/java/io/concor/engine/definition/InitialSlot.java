package io.concor.engine.definition;

import io.concor.JoinSettings;

/** What is said of a slot where a flow is put together. */
public sealed interface InitialSlot {

    /** Nothing is said: the component's kind decides. */
    InitialSlot BY_KIND = new ByKind();
    /** The slot shall be empty. */
    InitialSlot EMPTY = new Empty();

    /** The slot shall hold this join. */
    record Filled(JoinSettings settings) implements InitialSlot {}

    /** See {@link #BY_KIND}. */
    record ByKind() implements InitialSlot {}

    /** See {@link #EMPTY}. */
    record Empty() implements InitialSlot {}
}
