package io.concor.diagnosis.cause;

/**
 * How certain findings are, 0 to 1, in one table: what matters is which of two findings about the same seconds is likelier.
 * A name with {@code AT_LEAST} is that of a figure at its bound, which grows with the figure.
 */
final class Confidence {

    // what an event meets in front of its task, or what the task answers
    static final double OWN_TIMEOUTS = 0.95;
    static final double OUTLASTED_TIMEOUT = 0.95;
    static final double ERRORS = 0.94;
    static final double HOT_KEY = 0.93;
    static final double SLOW_MESSAGES = 0.93;
    static final double SINGLE_THREAD = 0.9;
    static final double CALLBACK_THREAD = 0.9;
    /** Others may be free. */
    static final double CALLBACK_THREADS_OF_UNKNOWN_NUMBER = 0.7;

    static final double RING = 0.85;
    static final double QUEUE_STORE = 0.92;
    static final double QUEUE_STORE_AWAY = 0.97;
    /** Threads handle fewer events than callers put, but these wait for the store. */
    static final double QUEUE_STORE_BEFORE_BUSY_THREADS = 0.4;

    static final double ADMISSION = 0.75;
    /** It is not known how long the system that answers usually takes: it may be slow since before the start. */
    static final double ADMISSION_UNLESS_CALLEE_IS_SLOW = 0.65;

    static final double PERHAPS_SLOW = 0.5;
    static final double SINGLE_THREAD_UNLESS_CALLEE_IS_SLOW = 0.7;

    // connections
    static final double CONNECTION_POOL = 0.95;
    static final double CONNECTION_LEAK = 0.93;
    /** The pool is short only because connections leak. */
    static final double CONNECTION_POOL_WITH_LEAK = 0.4;
    /** Threads that seem to wait for work may hold the connections: then the pool is just too small. */
    static final double CONNECTION_LEAK_UNLESS_HELD = 0.7;

    static final double CONNECTION_POOL_UNLESS_LEAKED = 0.6;

    static final double UNKNOWN_POOL_AT_LEAST = 0.7;

    // processors
    static final double CPU = 0.92;
    static final double TOO_MANY_THREADS = 0.92;
    static final double NEIGHBOUR_AT_LEAST = 0.8;
    static final double COLLECTION_AT_LEAST = 0.75;
    /** The collector works all the time, and the JVM stops threads that could go on. */
    static final double STALLS_AT_LEAST = 0.7;
    /** The collector works all the time, and the processors, which it uses too, are all busy. */
    static final double COLLECTION_ON_BUSY_PROCESSORS = 0.65;
    /** The collector works all the time, but it is not seen that threads wait for it. */
    static final double PERHAPS_STALLS = 0.5;
    /** More than that threads are too few, less than a process that is seen to keep the processors busy. */
    static final double UNSEEN_USER = 0.6;
    /** What virtual threads use is not known. */
    static final double UNKNOWN_USER = 0.6;
    /** Threads that compute little may wait for a processor, or for what their task does. */
    static final double PERHAPS_WAITING = 0.55;
    /** The compiler of the JVM ends by itself, so a cause that stays is likelier. */
    static final double COMPILER = 0.5;
    /** So many threads compute that they are the cause, rather than the processors. */
    static final double CPU_OF_TOO_MANY_THREADS = 0.45;

    static final double PERHAPS_TOO_MANY_THREADS = 0.3;
    /** Threads that compute while processors are free: more of them may slow each other down. */
    static final double PERHAPS_CONTENTION = 0.3;
    /** So do they already: what they compute takes longer than usual. */
    static final double CONTENTION = 0.65;

    // waits that a closer look or times show
    static final double PINNED_AT_LEAST = 0.8;
    static final double SLOWDOWN_AT_LEAST = 0.8;
    static final double SLOWDOWN_AT_MOST = 0.92;
    static final double LOCK_AT_LEAST = 0.7;

    // threads
    static final double TOO_FEW_THREADS = 0.7;
    static final double CALLERS = 0.6;
    /** Threads that are busy in bursts only. */
    static final double BURSTS = 0.6;
    /** A single thread that waits for a processor. */
    static final double STARVED_SINGLE_THREAD = 0.6;
    /**
     * Virtual threads may wait, or lack the processors that are all busy; others may lack connections, wait for each other, or
     * slow each other down.
     */
    static final double PERHAPS_TOO_FEW_THREADS = 0.5;

    static final double USELESS_THREADS = 0.2;
    static final double LEAST = 0.15;

    // bounds and factors, for what may have another reason

    /** Less than a callee is slow where that is known, more than where it may be the wait for a processor. */
    static final double AT_MOST_IF_CLIENTS_MAY_LACK = 0.8;
    /** Still more than that threads are too few, which they are because connections are missing. */
    static final double TIMES_IF_SHORT_FOR_SECONDS = 0.8;
    /** Connections may be missing, or a lock be taken, because what is done with it takes long. */
    static final double TIMES_IF_HOLDERS_MAY_BE_SLOW = 0.7;
    /** The collector uses processors, too, and makes threads wait. */
    static final double AT_MOST_IF_COLLECTED_ALWAYS = 0.6;
    /** A collection whose threads lack processors takes longer for that alone. */
    static final double TIMES_IF_COLLECTION_IS_STARVED = 0.65;
    /** The times of tasks contain waits for connections, processors or each other. */
    static final double TIMES_IF_TASKS_ARE_DELAYED = 0.6;
    /** Less than a cause at the threads of the flow itself has. */
    static final double TIMES_IF_OTHERS_MAY_WAIT = 0.5;
    /** Those that call continuations may lack a processor. */
    static final double TIMES_IF_CALLBACKS_ARE_DELAYED = 0.5;
    /** Less than what this process itself lacks, also if it is the compiler that uses it. */
    static final double TIMEOUTS_OF_A_LATE_PROCESS = 0.47;
    /** While processors lack, everything takes longer, and more events inside would only wait for longer. */
    static final double ADMISSION_WHILE_PROCESSORS_LACK = 0.45;
    /** Errors that are rather timeouts. */
    static final double ERRORS_IF_TIMEOUTS = 0.3;

    private Confidence() {}
}
