package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFilesTest {

    @TempDir
    private Path folder;

    @Test
    void haveALineForEachSecondAndTheNameOfTheProcessIfThereAreSeveral() throws Exception {
        RawFiles files = new RawFiles(folder);
        ProcessLoad load = ExampleLoads.load(0, 3, 2);

        assertThat(files.write("clients-1-10-1", new LoadSummary(List.of(load))))
                .containsExactly("clients-1-10-1.csv");
        assertThat(files.write("two", new LoadSummary(List.of(load, load))))
                .containsExactly("two-process-1.csv", "two-process-2.csv");
        assertThat(Files.readString(folder.resolve("two-process-2.csv"))).isEqualTo("""
                        second,requests,errors,send,list,receive,send_mean,list_mean,receive_mean,mean,p50,p99,max
                        -1,90,0,30,30,30,2000,1000,3000,2000.0,2000,4000,6000
                        0,90,0,30,30,30,2000,1000,3000,2000.0,2000,4000,6000
                        1,90,0,30,30,30,2000,1000,3000,2000.0,2000,4000,6000
                        2,90,1,30,30,30,2000,1000,3000,2000.0,2000,4000,6000
                        3,90,0,30,30,30,2000,1000,3000,2000.0,2000,4000,6000
                        """);
    }
}
