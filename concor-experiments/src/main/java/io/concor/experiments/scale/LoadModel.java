package io.concor.experiments.scale;

/**
 * What is done while events come, each second in all, besides what is done {@linkplain RestModel at rest}. A process has one thread that
 * ends events in transactions: what ends while one is in flight goes into the next one.
 */
record LoadModel(Deployment deployment, MeasuredCosts costs) {

    /** Returns how many events end in a slot. */
    double ends() {
        return deployment.perSecond() * deployment.slots();
    }

    /** Returns how many events end in a transaction, if they end at random times. */
    double endsOfTransaction() {
        double meanwhile = ends() / deployment.workers() * costs.transactionSeconds();
        return Math.min(StoreConstants.MOST_ENDS, meanwhile + Math.exp(-meanwhile));
    }

    double transactions() {
        return ends() / endsOfTransaction();
    }

    /** Returns how many requests clients and brokers make for a transaction. */
    double requestsOfTransaction() {
        double leaders = deployment.leadersOf(ownPartitions() + nextPartitions());
        double groups = Math.min(endsOfTransaction(), deployment.slotsOfProcess());
        double checks = leaders + groups; // by which a broker adds a partition to the transaction
        double markers = Math.min(deployment.brokers(), leaders + groups);
        return leaders + groups + checks + markers + 1;
    }

    /** Returns in how many partitions a transaction ends events. */
    private double ownPartitions() {
        return touched(deployment.slotsOfProcess() * deployment.partitionsOfWorker(), endsOfTransaction());
    }

    /** Returns into how many partitions it hands events on. */
    private double nextPartitions() {
        double handedOn = endsOfTransaction() * (deployment.slots() - 1) / deployment.slots();
        return touched(deployment.slotsOfProcess() * deployment.partitions(), handedOn);
    }

    /** Returns how many partitions have at least one of some events. */
    private static double touched(double partitions, double events) {
        return partitions <= 1 ? Math.min(1, events) : partitions * (1 - Math.pow(1 - 1 / partitions, events));
    }

    /** Returns how many requests are made to put, to end and to read events: as many fetches at most as there are events. */
    double requestsOfEvents() {
        return deployment.perSecond() + transactions() * requestsOfTransaction() + ends();
    }

    /** Returns how many requests processes make to see how long queues are. */
    double requestsOfCensus() {
        return deployment.processes()
                * new RestModel(deployment, costs).requestsOfCount()
                / StoreConstants.LOOK_SECONDS;
    }

    double offsetsAsked() {
        return deployment.processes() * new RestModel(deployment, costs).offsetsOfCount() / StoreConstants.LOOK_SECONDS;
    }

    /** Returns how many fetches processes make for the first events that wait, if something waits in each partition: one for each. */
    double fetchesOfOldest() {
        return deployment.processes()
                * deployment.queuesOfProcess()
                * deployment.partitions()
                / StoreConstants.REST_SECONDS;
    }

    /** Returns all requests, those at rest included, but for the census, which is another one now. */
    double requests() {
        RestModel rest = new RestModel(deployment, costs);
        return rest.requests()
                - rest.requestsOfCensus()
                - rest.fetchesOfEvents()
                + requestsOfEvents()
                + requestsOfCensus();
    }

    /** Returns how many bytes each broker writes, its copies of others included. */
    double bytesWrittenByBroker() {
        return bytesOfLeaders() * deployment.replication() / deployment.brokers();
    }

    private double bytesOfLeaders() {
        double ofTransaction = costs.transactionBytes()
                + ownPartitions() * costs.partitionBytes()
                + nextPartitions() * StoreConstants.MARKER_BYTES;
        return ends() * (deployment.bytes() + costs.endBytes()) + transactions() * ofTransaction;
    }

    /** Returns how many bytes each broker sends to others, which copy what it leads. */
    double bytesToOtherBrokers() {
        return bytesOfLeaders() * (deployment.replication() - 1) / deployment.brokers();
    }

    /** Returns how many bytes each broker sends to processes that handle events. */
    double bytesToWorkers() {
        return ends() * deployment.bytes() / deployment.brokers();
    }

    /** Returns how many processes read each result that is awaited: those that share its partition. */
    double readersOfResult() {
        return Math.max(1, (double) deployment.processes() / StoreConstants.RESULT_PARTITIONS);
    }
}
