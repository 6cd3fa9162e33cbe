package io.concor.sample.moflow;

import io.concor.sample.HostileAnswer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.test.context.ActiveProfiles;

/** The gateway without Concor outlasts one answer of each kind. */
@ActiveProfiles({"tour", "plain"})
class PlainHostileApplicationsTest extends HostileApplicationsTest {

    @Override
    @ParameterizedTest
    @EnumSource(names = {"ENDLESS_HEADER_LINE", "DRIPPING_HEAD", "GARBAGE", "CUT_BODY"})
    protected void outlasts(HostileAnswer answer, CapturedOutput output) {
        super.outlasts(answer, output);
    }
}
