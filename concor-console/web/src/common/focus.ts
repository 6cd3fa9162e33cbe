import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Has an element take the focus of the keyboard when what had it, in a part of the page, is gone. Returns the listener of that part. */
export function useHeir(heir: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(null);
  useEffect(() => {
    if (last.current && !last.current.isConnected && document.activeElement === document.body) {
      last.current = null;
      heir.current?.focus();
    }
  });
  return (event: FocusEvent) => {
    last.current = event.target.matches(':focus-visible') ? event.target : null;
  };
}
