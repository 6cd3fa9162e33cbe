package io.concor.queueserver.http;

import io.concor.queueserver.request.Answers;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A call that makes something of a name, and answers with it. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "201",
        description = "It is there now",
        content = @Content(schema = @Schema(implementation = Answers.Named.class)))
@ApiResponse(
        responseCode = "200",
        description = "The caller had made it before",
        content = @Content(schema = @Schema(implementation = Answers.Named.class)))
@interface NamedAnswer {}
