import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { slimContract } from './slim-contract.ts'

/** `npm run dev:console` serves the sources, and proxies everything else to a running service. */
const service = process.env.INNKEEPER_URL ?? 'http://127.0.0.1:8080'
const toService = { target: service, changeOrigin: true }

export default defineConfig({
  plugins: [react(), slimContract(), compressAssets()],
  build: {
    target: 'es2022',
    // The first versions that support light-dark(). Transpiled for older browsers it would never be dark, because the
    // scheme is a variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Images are separate files: the content security policy allows no others.
    assetsInlineLimit: 0,
    // Used by the test that checks the size of the first screens.
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // An icon is loaded with the screens that show it, although all are imported from one file.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/ui\/icons\//, sideEffects: false }] } },
  },
  server: {
    port: 5173,
    proxy: { '/api': toService, '/pictures': toService, '/sign-in/': toService },
  },
})
