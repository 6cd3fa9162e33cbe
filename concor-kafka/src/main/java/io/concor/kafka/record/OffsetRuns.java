package io.concor.kafka.record;

import static io.concor.kafka.record.ProgressRecord.readNumber;
import static io.concor.kafka.record.ProgressRecord.writeNumber;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** A set of offsets, kept as runs of consecutive ones. Not thread-safe. */
public final class OffsetRuns {

    /** The first offset of each run, and the one behind its last. */
    private final TreeMap<Long, Long> runs = new TreeMap<>();

    private long size;

    /** Returns a copy. */
    public OffsetRuns copy() {
        OffsetRuns copy = new OffsetRuns();
        copy.runs.putAll(runs);
        copy.size = size;
        return copy;
    }

    /** Adds an offset that is greater than all of them. */
    public void append(long offset) {
        append(offset, offset + 1);
    }

    /** Adds a run of offsets that are greater than all of them. */
    public void append(long from, long to) {
        Map.Entry<Long, Long> last = runs.lastEntry();
        boolean continues = last != null && last.getValue() == from;
        runs.put(continues ? last.getKey() : Long.valueOf(from), to);
        size += to - from;
    }

    /** Removes an offset. Returns false if it is not there. */
    public boolean remove(long offset) {
        Map.Entry<Long, Long> run = runs.floorEntry(offset);
        if (run == null || run.getValue() <= offset) {
            return false;
        }
        runs.remove(run.getKey());
        if (run.getKey() < offset) {
            runs.put(run.getKey(), offset);
        }
        if (offset + 1 < run.getValue()) {
            runs.put(offset + 1, run.getValue());
        }
        size--;
        return true;
    }

    /** Removes all below an offset. */
    public void removeBelow(long offset) {
        for (Map.Entry<Long, Long> run = runs.firstEntry();
                run != null && run.getKey() < offset;
                run = runs.firstEntry()) {
            long to = Math.min(offset, run.getValue());
            runs.remove(run.getKey());
            size -= to - run.getKey();
            if (to < run.getValue()) {
                runs.put(to, run.getValue());
            }
        }
    }

    /** Removes all from an offset on. */
    public void removeFrom(long offset) {
        for (Map.Entry<Long, Long> run = runs.lastEntry();
                run != null && run.getValue() > offset;
                run = runs.lastEntry()) {
            long from = Math.max(offset, run.getKey());
            runs.remove(run.getKey());
            size -= run.getValue() - from;
            if (run.getKey() < from) {
                runs.put(run.getKey(), from);
            }
        }
    }

    /** Returns whether an offset is there. */
    public boolean contains(long offset) {
        Map.Entry<Long, Long> run = runs.floorEntry(offset);
        return run != null && offset < run.getValue();
    }

    /** Returns the least offset, or another value if there is none. */
    public long first(long otherwise) {
        return runs.isEmpty() ? otherwise : runs.firstKey();
    }

    /** Returns the offset behind the greatest one; 0 if there is none. */
    public long end() {
        return runs.isEmpty() ? 0 : runs.lastEntry().getValue();
    }

    /** Returns the offsets below another one. */
    public List<Long> below(long offset) {
        return runs.headMap(offset).entrySet().stream()
                .flatMapToLong(run -> LongStream.range(run.getKey(), Math.min(offset, run.getValue())))
                .boxed()
                .toList();
    }

    /** Returns the number of offsets. */
    public long size() {
        return size;
    }

    /** Returns the number of runs. */
    public int runs() {
        return runs.size();
    }

    /** Returns the runs: the first offset of each, and the one behind its last. */
    Map<Long, Long> all() {
        return runs;
    }

    /** Writes the runs as differences. */
    void write(DataOutputStream out) throws IOException {
        writeNumber(out, runs.size());
        long before = 0;
        for (Map.Entry<Long, Long> run : runs.entrySet()) {
            writeNumber(out, run.getKey() - before);
            writeNumber(out, run.getValue() - run.getKey());
            before = run.getValue();
        }
    }

    static OffsetRuns read(DataInputStream in) throws IOException {
        OffsetRuns read = new OffsetRuns();
        long before = 0;
        for (long left = readNumber(in); left > 0; left--) {
            long from = before + readNumber(in);
            before = from + readNumber(in);
            read.append(from, before);
        }
        return read;
    }
}
