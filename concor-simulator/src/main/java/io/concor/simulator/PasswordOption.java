package io.concor.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The password of the clients. It is not an argument, because other users of the machine can see the arguments of a process. */
public final class PasswordOption {

    private static final String VARIABLE = "SIMULATOR_PASSWORD";
    private static final int MAX_LENGTH = 200;
    private static final int MAX_BYTES = 4 * MAX_LENGTH;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File with the password of all clients. Default: the environment variable " + VARIABLE + ".")
    private @Nullable Path file;

    /**
     * Returns the password.
     *
     * @throws picocli.CommandLine.ParameterException if there is none, or it cannot be one
     */
    public String password(OptionValidator validator) {
        return password(System.getenv(), validator);
    }

    /** Returns the password of the file, or that of an environment. */
    String password(Map<String, String> environment, OptionValidator validator) {
        String variable = environment.getOrDefault(VARIABLE, "");
        if (file == null && variable.isEmpty()) {
            throw validator.invalid("No password: use --password-file, or the environment variable " + VARIABLE);
        }
        String password = file == null ? variable : read(file, validator);
        boolean isPrintable = password.codePoints().noneMatch(Character::isISOControl);
        if (password.isEmpty() || password.length() > MAX_LENGTH || !isPrintable) {
            // the message must not contain the password
            throw validator.invalid((file == null ? VARIABLE : "--password-file " + file)
                    + " has no valid password: one line of 1 to " + MAX_LENGTH + " characters is required");
        }
        return password;
    }

    private static String read(Path file, OptionValidator validator) {
        try (InputStream input = Files.newInputStream(file)) {
            byte[] bytes = input.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw validator.invalid("--password-file " + file + " has more than " + MAX_BYTES + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .strip();
        } catch (CharacterCodingException e) {
            throw validator.invalid("--password-file " + file + " is not UTF-8 text");
        } catch (IOException e) {
            throw validator.invalid("--password-file " + file + " cannot be read: " + e);
        }
    }
}
