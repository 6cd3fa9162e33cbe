package io.concor.autoconfigure.endpoint.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.concor.JoinSettings;
import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.diagnosis.verdict.WhatIf;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class VerdictDescriptorTests {

    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private static final Instant SINCE = Instant.parse("2026-11-23T12:00:00Z");

    private static final Verdict LIMITED = new Verdict(
            "mo-flow",
            State.LIMITED,
            SINCE,
            Cause.CONNECTION_POOL,
            "resolver",
            "resolver",
            0.9412,
            "At 'resolver', 14 threads wait for one of the 10 connections.",
            List.of(new Evidence("hikaricp.connections.pending", 14.2345, 0.8, "threads", 5)),
            List.of(new Evidence("slot.processor", 0.02341, 0.5, "share", 0)),
            List.of(new Suspect(Cause.SLOW_REMOTE, "resolver", 0.2)),
            List.of(
                    new Advice("Allow more.", "spring.datasource.hikari.maximum-pool-size", "24", null),
                    new Advice(
                            "Give slot 'resolver' 24 threads.",
                            null,
                            null,
                            new SlotAdvice(
                                    "resolver",
                                    JoinSettings.fixed(24),
                                    new Performance(812.34, 9_876, 41_234, "router"))),
                    new Advice("Empty 'router'.", null, null, new SlotAdvice("router", null, null))),
            null,
            null);

    private static final Verdict HEALTHY = new Verdict(
            "ussd",
            State.HEALTHY,
            SINCE,
            null,
            null,
            null,
            0,
            "Nothing limits the flow.",
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new Headroom(2.3456, "router"),
            null);

    @Test
    void showsALimitedFlow() {
        assertThat(JSON.writeValueAsString(VerdictDescriptor.of(LIMITED))).isEqualTo("""
                {"flow":"mo-flow","state":"limited","since":"2026-11-23T12:00:00Z","cause":"connection-pool",\
                "slot":"resolver","component":"resolver","confidence":0.94,\
                "summary":"At 'resolver', 14 threads wait for one of the 10 connections.",\
                "evidence":[{"signal":"hikaricp.connections.pending","value":14.2,"threshold":0.8,"unit":"threads","windows":5}],\
                "against":[{"signal":"slot.processor","value":0.0234,"threshold":0.5,"unit":"share","windows":0}],\
                "suspects":[{"cause":"slow-remote","component":"resolver","confidence":0.2}],\
                "advice":[{"text":"Allow more.","setting":"spring.datasource.hikari.maximum-pool-size","value":"24"},\
                {"text":"Give slot 'resolver' 24 threads.","slot":"resolver",\
                "change":{"pool":"fixed","threads":24,"capacity":1024,"wait":"blocking","queue":"memory"},\
                "predicted":{"throughputPerSecond":812.0,"p50Micros":9880.0,"p99Micros":41200.0,"limitedBy":"router"}},\
                {"text":"Empty 'router'.","slot":"router","change":{"pool":"none"}}]}""");
    }

    @Test
    void showsTheHeadroomOfAHealthyFlowAndNoConfidence() {
        assertThat(JSON.writeValueAsString(
                        new AllFlows<>(List.of(VerdictDescriptor.of(HEALTHY)), VerdictDescriptor.TABLE::format)))
                .isEqualTo("""
                {"flows":[{"flow":"ussd","state":"healthy","since":"2026-11-23T12:00:00Z",\
                "summary":"Nothing limits the flow.","evidence":[],"against":[],"suspects":[],"advice":[],\
                "headroom":{"factor":2.35,"next":"router"}}]}""");
    }

    @Test
    void listsFlowsAsATable() {
        assertThat(new AllFlows<>(
                                List.of(VerdictDescriptor.of(LIMITED), VerdictDescriptor.of(HEALTHY)),
                                VerdictDescriptor.TABLE::format)
                        .plainText())
                .isEqualTo("""
                        flow     state    cause            component  confidence [%]  headroom  summary
                        mo-flow  limited  connection-pool  resolver               94         -  At 'resolver', 14 threads wait for one of the 10 connections.
                        ussd     healthy  -                -                       -     2.35x  Nothing limits the flow.
                        """);
    }

    @Test
    void describesOneFlowInText() {
        assertThat(VerdictDescriptor.of(LIMITED).plainText()).isEqualTo("""
                flow mo-flow: limited by connection-pool (confidence 94 %) since 2026-11-23T12:00:00Z
                At 'resolver', 14 threads wait for one of the 10 connections.

                evidence
                signal                        value  threshold  unit     windows
                hikaricp.connections.pending   14.2        0.8  threads        5

                against
                signal           value  threshold  unit   windows
                slot.processor  0.0234        0.5  share        0

                suspects
                suspect      component  confidence [%]
                slow-remote  resolver               20

                advice
                Allow more.
                  spring.datasource.hikari.maximum-pool-size: 24
                Give slot 'resolver' 24 threads.
                  resolver: { pool: fixed, threads: 24, capacity: 1024 }
                  predicted: 812 events/s, p50 9.88 ms, p99 41.2 ms, then limited by router
                Empty 'router'.
                  router: { pool: none }
                """);
        assertThat(VerdictDescriptor.of(HEALTHY).plainText()).isEqualTo("""
                flow ussd: healthy since 2026-11-23T12:00:00Z
                Nothing limits the flow.
                """);
    }

    @Test
    void showsNoLatencyOfWhichNothingIsKnown() {
        WhatIfDescriptor prediction = WhatIfDescriptor.of(new WhatIf(
                "mo-flow", new Performance(405.5, 0, 0, null), new Performance(405.5, 5_000, 12_345, null), List.of()));

        assertThat(JSON.writeValueAsString(prediction)).contains("""
                "now":{"throughputPerSecond":406.0},""");
        assertThat(prediction.plainText()).contains("now                    406         -         -  -");
        assertThat(prediction.now().words()).isEqualTo("406 events/s, unknown latency");
    }

    @Test
    void showsAPrediction() {
        WhatIfDescriptor prediction = WhatIfDescriptor.of(new WhatIf(
                "mo-flow",
                new Performance(405.5, 20_123, 99_876, "resolver"),
                new Performance(1612.3, 5_000, 12_345, null),
                List.of("Events arrive at 1600 per second.")));

        assertThat(JSON.writeValueAsString(prediction)).isEqualTo("""
                {"flow":"mo-flow",\
                "now":{"throughputPerSecond":406.0,"p50Micros":20100.0,"p99Micros":99900.0,"limitedBy":"resolver"},\
                "predicted":{"throughputPerSecond":1610.0,"p50Micros":5000.0,"p99Micros":12300.0},\
                "reasons":["Events arrive at 1600 per second."]}""");
        assertThat(prediction.plainText()).isEqualTo("""
                flow mo-flow

                           rate [events/s]  p50 [ms]  p99 [ms]  limited by
                now                    406      20.1      99.9  resolver
                predicted             1610         5      12.3  -

                Events arrive at 1600 per second.
                """);
    }

    @Test
    void namesTheComponentAndTheErrorOfAFailingFlow() {
        Verdict failing = LIMITED.failing(
                new Verdict.Failure("sender", "ConnectException", SINCE, 1, "100 % of the events fail."));

        VerdictDescriptor descriptor = VerdictDescriptor.of(failing);

        assertThat(descriptor)
                .returns("failing", VerdictDescriptor::state)
                .returns("sender", VerdictDescriptor::component)
                .returns("ConnectException", VerdictDescriptor::error)
                .returns("connection-pool", VerdictDescriptor::cause);
        assertThat(descriptor.plainText())
                .startsWith(
                        "flow mo-flow: failing with ConnectException, limited by connection-pool (confidence 94 %) since 2026-11-23T12:00:00Z\n");
    }
}
