package io.concor.experiments.durable.broker;

import io.concor.experiments.testbed.ChildProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A new certificate of {@code localhost} that a broker shows and its clients trust. */
public final class BrokerCertificate {

    private static final String ALIAS = "broker";
    private static final String TYPE = "PKCS12";
    /** Of files that live as long as an experiment. */
    private static final String PASSWORD = "of-the-experiment";

    private static final Duration TO_MAKE = Duration.ofMinutes(1);

    private final ChildProcesses processes;
    private final Path keys;
    private final Path trusted;
    private final Path certificate;

    private BrokerCertificate(ChildProcesses processes, Path data) {
        this.processes = processes;
        keys = data.resolve("keys.p12");
        trusted = data.resolve("trusted.p12");
        certificate = data.resolve("broker.cer");
    }

    /**
     * Makes one, and returns how to talk to a broker that shows it.
     *
     * @param folder for logs
     * @param data for the certificate; exists
     */
    public static BrokerAccess create(Path folder, Path data) {
        try (ChildProcesses processes = new ChildProcesses(folder)) {
            return new BrokerCertificate(processes, data).create();
        }
    }

    private BrokerAccess create() {
        keytool("-genkeypair", keys, "-keyalg", "RSA", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        keytool("-exportcert", keys, "-file", certificate.toString());
        keytool("-importcert", trusted, "-noprompt", "-file", certificate.toString());
        return new BrokerAccess("SSL", store("ssl.keystore", keys), Map.of())
                .withBroker(store("ssl.truststore", trusted))
                .withClients(store("ssl.truststore", trusted));
    }

    private void keytool(String command, Path store, String... more) {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), command));
        all.addAll(List.of("-alias", ALIAS, "-storetype", TYPE, "-keystore", store.toString(), "-storepass", PASSWORD));
        all.addAll(List.of(more));
        processes.start("keytool" + command, new ProcessBuilder(all)).awaitEnd(TO_MAKE);
    }

    private static Map<String, String> store(String prefix, Path store) {
        return Map.of(
                prefix + ".type", TYPE,
                prefix + ".location", store.toAbsolutePath().toString(),
                prefix + ".password", PASSWORD);
    }
}
