import { useLayoutEffect, useState, type RefObject } from 'react';

/** Returns the width of an element, and that of the window before it is there. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(innerWidth);
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current!.clientWidth);
    const resized = new ResizeObserver(measure);
    measure();
    resized.observe(element.current!);
    return () => resized.disconnect();
  }, [element]);
  return width;
}
