package io.concor;

/**
 * One atomic computation of a user. Implement one of its subtypes: the type says how the computation uses its thread,
 * which is its {@link TaskKind}.
 */
public sealed interface Task permits ValueTask, BatchTask, TransitionTask, SideEffectTask, ErrorHandlingTask {}
