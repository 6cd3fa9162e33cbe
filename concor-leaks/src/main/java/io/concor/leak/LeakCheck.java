package io.concor.leak;

import io.concor.Component;
import io.concor.MessageCheck;
import java.util.List;

/**
 * What happens to leaked references: to a mutable object that is in two events at once, or that was in an earlier event
 * and comes again. The check is for development and tests: it scans every message at entry and after each component, and
 * components run one by one.
 *
 * <p>It examines the message and what it holds, at most a thousand objects, the nearest first: the elements of arrays, of
 * {@code java.util} collections and maps and of {@code Optional}, the fields of records, and those of the application's own
 * classes, whose package begins with the same two names ({@code com.acme}) as that of one of the flow's tasks. It ignores
 *
 * <ul>
 *   <li>immutable objects: strings, numbers, enums, {@code java.time}, {@code UUID}, {@code URI} and similar. Collections of
 *       {@code List.of} and {@code Collections.unmodifiable...} and objects with only final fields count as immutable; their
 *       contents are examined;
 *   <li>classes with a runtime annotation named {@code Immutable} from any library;
 *   <li>{@code transient} fields, which are not part of the message, such as a cached hash code or a service;
 *   <li>objects that are meant to be shared: all of {@code java.util.concurrent}, locks, threads, lambdas, proxies, tasks,
 *       flows, exceptions;
 *   <li>objects of libraries, such as a connection, unless the message itself is one.
 * </ul>
 *
 * <p>It does not find an object that a task keeps and changes, if the object never enters the flow again; objects in lambdas,
 * thread-locals, or objects of libraries; an object that returns after 65,536 others; and the same object in events of two
 * flows, as passing a message to another flow is a valid hand-over.
 *
 * <pre>{@code
 * Flows.<String>create("flow").checking(LeakCheck.FAIL)
 * }</pre>
 */
public enum LeakCheck implements MessageCheck.Factory {
    /** Messages are not scanned, at no cost. */
    OFF,
    /** A leak is counted, and logged once for each component and type. The event goes on. */
    WARN,
    /** A leak is counted, and fails the event in which it is found with a {@link LeakedReferenceException}. */
    FAIL;

    /** Creates a check that has found no leak yet. */
    @Override
    public MessageCheck create(String flow, List<Component> components, int maxInFlight) {
        return this == OFF ? MessageCheck.NONE : new LeakFinder(this, flow, components, maxInFlight);
    }
}
