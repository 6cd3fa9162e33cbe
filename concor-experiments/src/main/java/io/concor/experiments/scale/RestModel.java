package io.concor.experiments.scale;

/** What is done while nothing is put, each second in all. */
record RestModel(Deployment deployment, MeasuredCosts costs) {

    double heartbeats() {
        return new TopicModel(deployment).memberships() / StoreConstants.HEARTBEAT_SECONDS;
    }

    double fetchesOfEvents() {
        double ofWorker = deployment.leadersOf(deployment.partitionsOfWorker()) / StoreConstants.FETCH_SECONDS;
        return deployment.slots() * deployment.workersOfSlot() * ofWorker;
    }

    double fetchesOfLetters() {
        return deployment.processes()
                * deployment.leadersOf(deployment.queuesOfProcess())
                / StoreConstants.FETCH_SECONDS;
    }

    /** Returns how often processes publish themselves, and look at the others. */
    double requestsOfMembers() {
        int requests = 1 + StoreConstants.ROUNDS_OF_BEAT;
        return deployment.processes() * requests / StoreConstants.BEAT_SECONDS;
    }

    /** Returns how many requests processes make that look how long queues are, and whether topics are the same. */
    double requestsOfCensus() {
        return deployment.processes() * (requestsOfCount() / StoreConstants.REST_SECONDS + requestsOfRest());
    }

    /** Returns how many requests a process makes each second, whatever happens: where queues begin, and what their topics are. */
    double requestsOfRest() {
        return (deployment.brokers() + StoreConstants.DESCRIPTIONS) / StoreConstants.REST_SECONDS;
    }

    /** Returns how many requests a process makes to count its queues once. */
    double requestsOfCount() {
        double groups = deployment.leadersOf(deployment.queuesOfProcess());
        return StoreConstants.FINDS_OF_COUNT + groups + deployment.brokers();
    }

    /** Returns how many offsets brokers look up for a process that counts its queues once. */
    double offsetsOfCount() {
        return deployment.queuesOfProcess() * deployment.partitions() * StoreConstants.OFFSETS_ASKED;
    }

    double offsetsAsked() {
        return deployment.processes() * offsetsOfCount() / StoreConstants.REST_SECONDS + offsetsOfRest();
    }

    /** Returns how many offsets brokers look up to say where queues begin. */
    double offsetsOfRest() {
        double partitions = deployment.queuesOfProcess() * deployment.partitions();
        return deployment.processes() * partitions / StoreConstants.REST_SECONDS;
    }

    double requests() {
        return heartbeats() + fetchesOfEvents() + fetchesOfLetters() + requestsOfMembers() + requestsOfCensus();
    }

    /** Returns how many bytes brokers send to tell each process of all others. */
    double bytesOfMembers() {
        double processes = deployment.processes();
        double more = (costs.memberBytes() - costs.beatBytes()) / StoreConstants.BEATS_OF_WHOLE;
        return processes * processes * (costs.beatBytes() + more) / StoreConstants.BEAT_SECONDS;
    }

    /** Returns how many bytes brokers send to say what topics there are. */
    double bytesOfTopics() {
        double partitions = deployment.queuesOfProcess() * new TopicModel(deployment).partitionsOfSlot();
        return deployment.processes() * partitions * costs.describedBytes() / StoreConstants.REST_SECONDS;
    }
}
