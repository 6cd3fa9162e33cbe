package io.concor.queues.client.jdbc;

import io.concor.queues.member.LaneListener;
import io.concor.queues.row.LaneRow;

/** Learns that another process has sent messages. This process owns no lanes. */
record WakeListener(ClientsKeeper keeper) implements LaneListener {

    @Override
    public void gained(LaneRow lane) {}

    @Override
    public void lost(int queue, int lane) {}

    @Override
    public void leaving(int queue, int lane) {}

    @Override
    public void woken(boolean late) {
        keeper.othersSent();
    }
}
