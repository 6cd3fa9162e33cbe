package io.concor;

/** What is said of a slot where a flow is put together. */
sealed interface SlotChoice {

    /** Nothing is said: the component's kind decides. */
    SlotChoice BY_KIND = new ByKind();
    /** The slot shall be empty. */
    SlotChoice EMPTY = new Empty();

    /** The slot shall hold this join. */
    record Filled(JoinSettings settings) implements SlotChoice {}

    /** See {@link #BY_KIND}. */
    record ByKind() implements SlotChoice {}

    /** See {@link #EMPTY}. */
    record Empty() implements SlotChoice {}
}
