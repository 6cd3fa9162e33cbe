package io.concor.experiments.clientqueues.report;

/**
 * What the report says about one of its experiments, in our words.
 *
 * @param question what it asks
 * @param setup what it measured on
 * @param hypothesis what it expected
 * @param finding what it found
 */
record ReportedAnswer(String question, String setup, String hypothesis, String finding) {

    private static final String MACHINES =
            "one machine with clients, one with the middleware (20 threads, 20 connections), one with the database, of"
                    + " two processors each";

    static ReportedAnswer of(ReportExperiment experiment) {
        return switch (experiment) {
            case STABILITY -> STABILITY;
            case MESSAGE_SIZES -> MESSAGE_SIZES;
            case CONNECTIONS -> CONNECTIONS;
            case THREADS -> THREADS;
            case THREADS_AND_CONNECTIONS -> THREADS_AND_CONNECTIONS;
            case CLIENTS -> CLIENTS;
            case CLIENT_PROCESSES -> CLIENT_PROCESSES;
            case SPEED_UP -> SPEED_UP;
            case SCALE_UP -> SCALE_UP;
            case SCALE_OUT -> SCALE_OUT;
        };
    }

    private static final ReportedAnswer STABILITY = new ReportedAnswer(
            "Do throughput and response time stay the same for a long time?",
            "an hour; 100 clients on two machines, one middleware (20 threads, 20 connections), one database",
            "They do. Requests wait for a thread, since there are five clients for each; nothing waits for a connection,"
                    + " since each thread has one.",
            "Stable: 5,897 requests per second at 16.67 ms, 97 % below 25 ms, 99.7 % below 50 ms. Of that, 13.32 ms are the"
                    + " wait for a thread. The list of queues is the fastest request, because it changes nothing: 2.38 ms"
                    + " in the database, a receive 3.60 ms, a send 3.72 ms.");

    private static final ReportedAnswer MESSAGE_SIZES = new ReportedAnswer(
            "What do longer messages cost?",
            "50 clients; " + MACHINES + "; 1 to 1,000,000 characters",
            "Response times rise and throughput falls, because of the database: the network has room.",
            "So it was; and the list of queues, which moves no message, took half a second at a million characters. The"
                    + " database made a checkpoint every two seconds, which slows down everything. With 64 segments of"
                    + " the log instead of 3, lists and receives took less than half as long.");

    private static final ReportedAnswer CONNECTIONS = new ReportedAnswer(
            "How many connections to the database are useful with 20 threads?",
            "50 clients; " + MACHINES + ", but with up to 80 connections and more, a restart for each number",
            "Throughput rises up to 20 connections, one for each thread, and then remains.",
            "It rises up to 20 and then falls slowly: the pool opens all connections, and each is a process of the"
                    + " database.");

    private static final ReportedAnswer THREADS = new ReportedAnswer(
            "How many threads are useful with 20 connections?",
            "50 clients; " + MACHINES + ", but with up to 50 threads and more, a restart for each number",
            "Throughput rises up to 20 threads, one for each connection, and then remains.",
            "It does, with outliers; beyond 50 threads, one for each client, response times scatter, because threads"
                    + " compete for clients.");

    private static final ReportedAnswer THREADS_AND_CONNECTIONS = new ReportedAnswer(
            "How many threads are useful if each has a connection?",
            "50 clients; " + MACHINES + ", but as many threads as connections, a restart for each number",
            "More threads than connections, or than clients, are of no use.",
            "The report concludes so from the two experiments before.");

    private static final ReportedAnswer CLIENTS = new ReportedAnswer(
            "How many clients can one server have?",
            "a growing number of clients; " + MACHINES,
            "Throughput rises with the clients; the machine of the clients has room for hundreds.",
            "Throughput rises until about 100 clients; response time rises all the way.");

    private static final ReportedAnswer CLIENT_PROCESSES = new ReportedAnswer(
            "Do the clients limit the throughput?",
            "100 clients on 1, 2, 4, 5 and 10 machines, 20 threads, 20 connections",
            "They do not: spread over more machines, they are no faster.",
            "Throughput and response time do not change.");

    private static final ReportedAnswer SPEED_UP = new ReportedAnswer(
            "How much faster are more servers for the same clients?",
            "1,000 clients on ten machines; 1, 2 and 5 middlewares (20 threads, 20 connections each); a database with eight"
                    + " processors",
            "Not proportionally, because the database is the bottleneck.",
            "Two middlewares answer 1.65 times as fast as one, five 1.72 times. The processors of the database become"
                    + " busier with each, those of the middlewares less busy.");

    private static final String SCALING =
            "100 clients and one middleware (20 threads, 20 connections) for each step; a database with eight processors";

    private static final ReportedAnswer SCALE_UP = new ReportedAnswer(
            "Does the response time remain if servers and clients grow together?",
            SCALING,
            "Ideally it does; the database does not grow, so it does not.",
            "Far from ideal, as expected.");

    private static final ReportedAnswer SCALE_OUT = new ReportedAnswer(
            "Does each server keep its throughput if servers and clients grow together?",
            SCALING,
            "Ideally it does; the database does not grow, so it does not.",
            "Far from ideal, as expected.");
}
