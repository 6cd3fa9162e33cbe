package io.concor.queueserver.http;

import io.concor.queueserver.request.Answers;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A call that answers with the oldest message for its caller. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "200",
        description = "The message",
        content = @Content(schema = @Schema(implementation = Answers.Message.class)))
@ApiResponse(responseCode = "204", description = "There is none", content = @Content)
@Parameter(
        in = ParameterIn.QUERY,
        name = "from",
        description = "Only of this sender",
        schema = @Schema(type = "string"))
@interface MessageAnswer {}
