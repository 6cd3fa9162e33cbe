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
                * costs.letterFetchesPerSecond();
    }

    /** Returns how often processes publish themselves, and look at the others. */
    double requestsOfMembers() {
        int requests = 1 + StoreConstants.ROUNDS_OF_BEAT * StoreConstants.FETCHES_OF_ROUND;
        return deployment.processes() * requests / StoreConstants.BEAT_SECONDS;
    }

    /** Returns how many requests processes make that look how long queues are, and whether topics are the same. */
    double requestsOfCensus() {
        double requests = requestsOfCount() + StoreConstants.DESCRIPTIONS;
        return deployment.processes() * requests / StoreConstants.REST_SECONDS;
    }

    /** Returns how many requests a process makes to count its queues once. */
    double requestsOfCount() {
        double groups = deployment.leadersOf(deployment.queuesOfProcess());
        return StoreConstants.FINDS_OF_COUNT + groups + (StoreConstants.OFFSETS_ASKED - 1) * deployment.brokers();
    }

    /** Returns how many offsets brokers look up for a process that counts its queues once. */
    double offsetsOfCount() {
        return deployment.queuesOfProcess() * deployment.partitions() * StoreConstants.OFFSETS_ASKED;
    }

    double offsetsAsked() {
        return deployment.processes() * offsetsOfCount() / StoreConstants.REST_SECONDS;
    }

    double requests() {
        return heartbeats() + fetchesOfEvents() + fetchesOfLetters() + requestsOfMembers() + requestsOfCensus();
    }

    /** Returns how many bytes brokers send to tell each process of all others. */
    double bytesOfMembers() {
        double processes = deployment.processes();
        return processes * processes * costs.memberBytes() / StoreConstants.BEAT_SECONDS;
    }

    /** Returns how many bytes brokers send to say what topics there are. */
    double bytesOfTopics() {
        double partitions = deployment.queuesOfProcess() * new TopicModel(deployment).partitionsOfSlot();
        return deployment.processes() * partitions * costs.describedBytes() / StoreConstants.REST_SECONDS;
    }
}
