package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * The supertype of tasks that handle the error of an event. Implement {@link CatchTask} or, to see which component
 * failed and with what message, {@link RecoveryTask}.
 *
 * @param <O> the type of the message at this place of the flow
 */
@SuppressWarnings("unused") // O is used by the subtypes
public sealed interface ErrorHandlingTask<O extends @Nullable Object> extends Task permits CatchTask, RecoveryTask {}
