package io.concor.kafka.record;

import static io.concor.kafka.record.ProgressRecord.readNumber;
import static io.concor.kafka.record.ProgressRecord.writeNumber;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a transaction of a database has ended in a partition, as the database keeps it until the progress of the partition says so.
 *
 * @param offsets the places that are done
 * @param released the dead letters that hold their keys no longer
 * @param ids those of unique events among what is done
 */
public record DoneRecord(List<Long> offsets, List<String> released, List<UniqueId> ids) {

    private static final int VERSION = 1;

    public DoneRecord {
        offsets = offsets.stream().sorted().toList();
        released = List.copyOf(released);
        ids = List.copyOf(ids);
    }

    /** Returns it as bytes: offsets as differences. */
    public byte[] write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 + 2 * offsets.size());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            writeNumber(out, offsets.size());
            long before = 0;
            for (long offset : offsets) {
                writeNumber(out, offset - before);
                before = offset;
            }
            writeNumber(out, released.size());
            for (String letter : released) {
                out.writeUTF(letter);
            }
            writeNumber(out, ids.size());
            for (UniqueId each : ids) {
                out.writeUTF(each.id());
                writeNumber(out, each.putAt());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IllegalStateException if it was written by a later version
     */
    public static DoneRecord read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalStateException("its version " + version
                        + " is unknown: a later version of Concor has written it. Update this process");
            }
            List<Long> offsets = readOffsets(in);
            List<String> released = new ArrayList<>();
            for (long left = readNumber(in); left > 0; left--) {
                released.add(in.readUTF());
            }
            List<UniqueId> ids = new ArrayList<>();
            for (long left = readNumber(in); left > 0; left--) {
                ids.add(new UniqueId(in.readUTF(), readNumber(in)));
            }
            return new DoneRecord(offsets, released, ids);
        } catch (IOException cut) {
            throw new IllegalStateException("it is cut or damaged", cut);
        }
    }

    private static List<Long> readOffsets(DataInputStream in) throws IOException {
        List<Long> offsets = new ArrayList<>();
        long before = 0;
        for (long left = readNumber(in); left > 0; left--) {
            before += readNumber(in);
            offsets.add(before);
        }
        return offsets;
    }
}
