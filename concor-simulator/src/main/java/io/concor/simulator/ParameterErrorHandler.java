package io.concor.simulator;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells what is wrong with the arguments, and how to get help: under the whole usage, which picocli prints by default, it
 * would be lost. Has no state: may be shared by threads.
 */
public final class ParameterErrorHandler implements IParameterExceptionHandler {

    /** Of a command line and its subcommands. */
    public ParameterErrorHandler() {}

    @Override
    public int handleParseException(ParameterException refused, String[] arguments) {
        CommandLine command = refused.getCommandLine();
        PrintWriter errors = command.getErr();
        errors.println(refused.getMessage());
        UnmatchedArgumentException.printSuggestions(refused, errors);
        errors.println("See: %s --help".formatted(command.getCommandSpec().qualifiedName()));
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
