package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorPressureTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    private Path total(long micros) throws IOException {
        return Files.writeString(folder.resolve("cpu"), """
                some avg10=1.80 avg60=2.37 avg300=10.05 total=%d
                full avg10=0.00 avg60=0.00 avg300=0.00 total=7
                """.formatted(micros));
    }

    @Test
    void isTheShareOfTheTimeInWhichAThreadWaits() throws IOException {
        ProcessorPressure pressure = new ProcessorPressure(total(5_000_000));
        assertThat(pressure.share(0)).as("since the system has started").isEmpty();

        total(5_600_000);
        assertThat(pressure.share(2 * SECOND)).hasValue(0.3);
        total(9_000_000);
        assertThat(pressure.share(3 * SECOND)).as("counted a moment later").hasValue(1);
    }

    @Test
    void isUnknownWhereTheSystemDoesNotReportIt() throws IOException {
        ProcessorPressure missing = new ProcessorPressure(folder.resolve("missing"));
        missing.share(0);
        assertThat(missing.share(SECOND)).isEmpty();

        ProcessorPressure other = new ProcessorPressure(Files.writeString(folder.resolve("cpu"), "full total=7"));
        other.share(0);
        assertThat(other.share(SECOND)).isEmpty();
    }
}
