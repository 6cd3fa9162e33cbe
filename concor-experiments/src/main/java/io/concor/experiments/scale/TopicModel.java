package io.concor.experiments.scale;

/** Topics, clients and groups. */
record TopicModel(Deployment deployment) {

    /** Returns how many partitions a slot has, those of all its topics. */
    int partitionsOfSlot() {
        return StoreConstants.PARTITIONED_TOPICS * deployment.partitions() + StoreConstants.SINGLE_TOPICS;
    }

    int partitionsOfResults() {
        return Math.max(StoreConstants.LEAST_RESULT_PARTITIONS, deployment.partitions());
    }

    /** Returns how many partitions the flow has. */
    int partitions() {
        return deployment.slots() * partitionsOfSlot() + partitionsOfResults() + StoreConstants.MEMBER_PARTITIONS;
    }

    double replicasOfBroker() {
        return (double) partitions() * deployment.replication() / deployment.brokers();
    }

    double clientsOfProcess() {
        return StoreConstants.PRODUCERS_AND_ADMIN + StoreConstants.CONSUMERS + deployment.slotsOfProcess();
    }

    /**
     * Returns how many connections a process has once its clients know the brokers: each client one to each broker that leads what it
     * reads or writes, and a consumer of a group one more to its coordinator.
     */
    double connectionsOfProcess() {
        int brokers = deployment.brokers();
        double puts = brokers;
        double ends = brokers;
        double admin = brokers;
        double oldest = brokers;
        double ofProcesses = 2 * deployment.leadersOf(StoreConstants.MEMBER_PARTITIONS);
        double results = deployment.leadersOf(partitionsOfResults()) + deployment.leadersOf(1);
        double letters = deployment.leadersOf(deployment.queuesOfProcess());
        double groups = deployment.slotsOfProcess() * (deployment.leadersOf(deployment.partitionsOfWorker()) + 1);
        return puts + ends + admin + oldest + ofProcesses + results + letters + groups;
    }

    double connectionsOfBroker() {
        return connectionsOfProcess() * deployment.processes() / deployment.brokers();
    }

    /** Returns how many memberships there are in groups, of which each slot has one. */
    double memberships() {
        return deployment.processes() * deployment.slotsOfProcess();
    }

    /** Returns how many processes are members of a slot's group and get none of its partitions. */
    double idleMembersOfSlot() {
        return deployment.membersOfSlot() - deployment.workersOfSlot();
    }
}
