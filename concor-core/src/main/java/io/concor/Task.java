package io.concor;

/**
 * One atomic computation of a user: what stands at one place of a flow. Implement one of the task types, not this
 * interface; the type chosen tells what the computation does to a thread (its {@link TaskKind}).
 */
public sealed interface Task permits ValueTask, TransitionTask, SideEffectTask, CatchTask {}
