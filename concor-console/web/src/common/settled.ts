import { useEffect, useState } from 'react';

const SETTLED_MILLIS = 300;

/** Returns a value once it has not changed for a moment. Of what is typed, only the end is asked for. */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MILLIS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}
