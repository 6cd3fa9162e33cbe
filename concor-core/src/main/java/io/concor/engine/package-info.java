/**
 * The engine: runs events through the components of a flow, and changes its layout meanwhile. Not an API. This package
 * has what begins, ends, reads and changes a flow; {@code path}, {@code pool} and {@code event} have what runs its events.
 *
 * <ul>
 *   <li>An event enters ({@code Dispatcher}, {@code AdmissionGate}), runs ({@code EventRunner} and
 *       {@code ComponentRunner}; without samples, errors and the like on the fast path, {@code ComponentTemplate}), waits
 *       between stages ({@code Ring}, {@code Pool}, {@code WorkerLoop}) and ends ({@code EventCompletion}).
 *   <li>A layout changes ({@code FlowLifecycle}, {@code LayoutChanger}) by one {@code SlotOperation} for each slot, such
 *       as {@code RemoveJoin}.
 * </ul>
 */
@NullMarked
package io.concor.engine;

import org.jspecify.annotations.NullMarked;
