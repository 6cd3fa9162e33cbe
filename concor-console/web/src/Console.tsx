import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { App } from './App';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false, // asked again every second
      networkMode: 'always',
      refetchOnWindowFocus: true,
      gcTime: 30_000,
    },
  },
});

/** The console, wherever it is. */
export function Console() {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  );
}
