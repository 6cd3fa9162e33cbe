package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;

/** A certificate of {@code localhost}: a store with its key for a broker, and one without for those who trust it. */
record TestCertificate(Path keys, Path trusted) {

    private static final String PASSWORD = "of-the-test";
    private static final String ALIAS = "broker";
    private static final String TYPE = "PKCS12";

    /** Makes one. */
    static TestCertificate in(Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        keytool(
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                TYPE,
                "-keystore",
                keys.toString(),
                "-storepass",
                PASSWORD);
        KeyStore made = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
        KeyStore trust = KeyStore.getInstance(TYPE);
        trust.load(null, null);
        trust.setCertificateEntry(ALIAS, made.getCertificate(ALIAS));
        Path trusted = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(trusted)) {
            trust.store(out, PASSWORD.toCharArray());
        }
        return new TestCertificate(keys, trusted);
    }

    private static void keytool(String... arguments) throws Exception {
        String program =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        ProcessBuilder builder = new ProcessBuilder(program).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** Returns the settings of those who trust it. */
    Map<String, String> trust() {
        return Map.of(
                "ssl.truststore.type", TYPE,
                "ssl.truststore.location", trusted.toString(),
                "ssl.truststore.password", PASSWORD);
    }

    /** Returns the settings of the broker. */
    Map<String, String> keyPair() {
        return Map.of(
                "ssl.keystore.type", TYPE,
                "ssl.keystore.location", keys.toString(),
                "ssl.keystore.password", PASSWORD,
                "ssl.key.password", PASSWORD);
    }
}
