import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queries } from './queries.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

/** The service sends a fresh one with every page; styles that are made at run time bear it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
