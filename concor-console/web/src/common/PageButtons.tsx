interface Props<S> {
  /** Where the pages up to this one begin. */
  starts: S[];
  /** Where the next one begins, if there may be one. */
  next: S | undefined;
  show: (starts: S[]) => void;
}

/** Leads through the pages of a list, if it has several. */
export function PageButtons<S>({ starts, next, show }: Props<S>) {
  if (starts.length === 1 && next === undefined) {
    return null;
  }
  return (
    <p className="row-actions">
      <button type="button" disabled={starts.length === 1} onClick={() => show(starts.slice(0, -1))}>
        Previous page
      </button>
      <button type="button" disabled={next === undefined} onClick={() => show([...starts, next!])}>
        Next page
      </button>
    </p>
  );
}
