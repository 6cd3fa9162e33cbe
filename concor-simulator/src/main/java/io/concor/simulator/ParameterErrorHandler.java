package io.concor.simulator;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an invalid option in one line, with a reference to {@code --help} instead of the whole usage. Stateless. */
final class ParameterErrorHandler implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter errors = command.getErr();
        errors.println(failure.getMessage());
        UnmatchedArgumentException.printSuggestions(failure, errors);
        errors.println("See: %s --help".formatted(command.getCommandSpec().qualifiedName()));
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
