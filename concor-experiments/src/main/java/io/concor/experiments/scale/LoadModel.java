package io.concor.experiments.scale;

/**
 * What is done while events come, each second in all, besides what is done {@linkplain RestModel at rest}. A process has one thread that
 * ends events in transactions: what ends while one is in flight, or shortly after, goes into the next one.
 */
record LoadModel(Deployment deployment, MeasuredCosts costs) {

    private static final double ROUNDING = 1e-9;

    /** Returns how many events end in a slot. */
    double ends() {
        return deployment.perSecond() * deployment.slots();
    }

    /** Returns how many events end in a transaction, if they end at random times: those of the former one, and of the pause after that. */
    double endsOfTransaction() {
        double ofProcess = ends() / deployment.workers();
        double pause = Math.min(StoreConstants.PAUSES * costs.transactionSeconds(), StoreConstants.PAUSE_SECONDS);
        double meanwhile =
                ofProcess * costs.transactionSeconds() + Math.min(StoreConstants.MANY_ENDS, ofProcess * pause);
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

    /**
     * Returns how many seconds lie between two counts of a queue into which a process puts: no more than the queue needs to become full.
     * Each event counts twice, as the end of its transaction has an offset too.
     */
    double countSeconds() {
        double untilFull = StoreConstants.CAPACITY / (2 * deployment.perSecond());
        double looks = Math.ceil(untilFull / StoreConstants.LOOK_SECONDS - ROUNDING);
        return Math.max(
                StoreConstants.LOOK_SECONDS,
                Math.min(StoreConstants.BUSY_SECONDS, looks * StoreConstants.LOOK_SECONDS));
    }

    /** Returns how many requests processes make to see how long queues are, and whether their own partitions can be read. */
    double requestsOfCensus() {
        RestModel rest = new RestModel(deployment, costs);
        double readable = deployment.leadersOf(partitionsOfProcess());
        return deployment.processes() * ((rest.requestsOfCount() + readable) / countSeconds() + rest.requestsOfRest());
    }

    private double partitionsOfProcess() {
        return new FailureModel(deployment, costs).partitionsOfProcess();
    }

    double offsetsAsked() {
        RestModel rest = new RestModel(deployment, costs);
        double asked = rest.offsetsOfCount() + partitionsOfProcess();
        return deployment.processes() * asked / countSeconds() + rest.offsetsOfRest();
    }

    /** Returns how many first events are read, if something waits in each partition: each by its owner. */
    double firstEventsRead() {
        return (double) deployment.slots() * deployment.partitions() / StoreConstants.REST_SECONDS;
    }

    /** Returns how many more are read, if that has waited for a while: each by all processes that have its queue open. */
    double firstEventsOfOthersRead() {
        return deployment.processes()
                * deployment.queuesOfProcess()
                * deployment.partitions()
                / StoreConstants.OTHERS_SECONDS;
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

    /** Returns how many processes read each result that is awaited: the one that awaits it, and those that have chosen its partition. */
    double readersOfResult() {
        return 1 + (deployment.processes() - 1.0) / new TopicModel(deployment).partitionsOfResults();
    }
}
