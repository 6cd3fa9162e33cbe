package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class BuildCommitTest {

    private static Properties build(String commit, String changed) {
        Properties build = new Properties();
        build.setProperty("commit", commit);
        build.setProperty("changed", changed);
        return build;
    }

    @Test
    void namesTheCommit() {
        assertThat(BuildCommit.of(build("79b8b5ac", "false"))).isEqualTo("79b8b5ac");
    }

    @Test
    void showsThatFilesHadChanged() {
        assertThat(BuildCommit.of(build("79b8b5ac", "true"))).isEqualTo("79b8b5ac-changed");
    }

    @Test
    void isUnknownWithoutARepository() {
        assertThat(BuildCommit.of(build("${git.commit.id.abbrev}", "${git.dirty}")))
                .isEqualTo("unknown");
        assertThat(BuildCommit.of(new Properties())).isEqualTo("unknown");
    }

    @Test
    void readsWhatTheBuildHasWritten() {
        assertThat(BuildCommit.current()).matches("[0-9a-f]{8}(-changed)?|unknown");
    }
}
