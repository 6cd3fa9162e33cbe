package io.concor.queues.store;

import io.concor.queues.member.MemberSettings;
import java.time.Duration;

/**
 * How a store works.
 *
 * @param name shown in the topology, such as {@code jdbc}
 * @param member how this process takes part
 * @param remember how long the ids of unique events are remembered
 * @param silence how long the database may leave a statement of the store without an answer before the connection is given up
 * @param createTables whether missing tables are created
 */
public record StoreSettings(
        String name, MemberSettings member, Duration remember, Duration silence, boolean createTables) {}
