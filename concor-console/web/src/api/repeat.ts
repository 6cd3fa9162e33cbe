import { AnswerError } from './server';

/** When a request that failed is sent again. */

const BUSY_ATTEMPTS = 5;
/** A server too busy for an answer, and a caller that has asked too often. */
const BUSY = [429, 503];

const retryAfter = (error: Error | null) => (error instanceof AnswerError ? error.retryAfterMillis : undefined);

/** Whether a request may succeed if it is only sent again. */
export function isWorthRepeating(attempts: number, error: Error): boolean {
  return attempts < BUSY_ATTEMPTS && error instanceof AnswerError && BUSY.includes(error.status);
}

/** Returns the milliseconds to wait before the next request: not less than the server asks for. */
export function pause(millis: number, error: Error | null): number {
  return Math.max(millis, retryAfter(error) ?? 0);
}
