import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { slimContract } from './slim-contract.ts'

/** `npm run dev:console` serves the sources, and leads everything else to a service that runs beside it. */
const service = process.env.INNKEEPER_URL ?? 'http://127.0.0.1:8080'
const toService = { target: service, changeOrigin: true }

export default defineConfig({
  plugins: [react(), slimContract(), compressAssets()],
  build: {
    target: 'es2022',
    // From these on browsers know light-dark(). Rewritten for older ones it would never turn dark: the scheme is a variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Pictures stand in files of their own: the page's policy knows no others.
    assetsInlineLimit: 0,
    // For the test that weighs what the first screens load.
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
  server: {
    port: 5173,
    proxy: { '/api': toService, '/pictures': toService, '/sign-in/': toService },
  },
})
