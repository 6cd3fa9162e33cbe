import { Component, type ReactNode } from 'react';

/** Keeps an error of one part of the page from taking away the others. */
export class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? (
      <p className="problem" role="alert">
        This part of the page has failed: {this.state.error.message}. Reload the page; the flow is not affected.
      </p>
    ) : (
      this.props.children
    );
  }
}
