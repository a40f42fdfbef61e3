import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { planChunks } from './chunk-groups.ts'
import { compressAssets } from './compress-assets.ts'
import { earlyScript } from './early-script.ts'
import { mantineStyles } from './mantine-styles.ts'
import { slimContract } from './slim-contract.ts'
import { webApp } from './web-app.ts'

/** `npm run dev:console` serves the sources, and proxies everything else to a running service. */
const service = process.env.INNKEEPER_URL ?? 'http://127.0.0.1:8080'
const toService = { target: service, changeOrigin: true }

const plugins = [react(), slimContract(), mantineStyles()]

const config: UserConfig = {
  resolve: { alias: { 'react-i18next': join(import.meta.dirname, 'src/locales/use-translation.ts') } },
  build: {
    target: 'es2022',
    // The first versions that support light-dark(). Transpiled for older browsers it would never be dark, because the
    // scheme is a variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Images are separate files: the content security policy allows no others.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: 'index.html',
      // An icon is loaded with the screens that show it, although all are imported from one file.
      treeshake: { moduleSideEffects: [{ test: /\/ui\/icons\//, sideEffects: false }] },
      // How long its plugins take concerns no one who starts the service.
      checks: { pluginTimings: false },
    },
  },
}

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    ...config,
    plugins: [...plugins, earlyScript(), webApp(), compressAssets()],
    build: {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: {
          codeSplitting: { groups: command === 'build' ? await planChunks({ ...config, plugins }) : [] },
          // Named after all screens that share it, it would have a very long name.
          chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
          assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/~.*|\.\w+$/, '')}-[hash][extname]`,
        },
      },
    },
    server: {
      port: 5173,
      proxy: { '/api': toService, '/pictures': toService, '/sign-in/': toService },
    },
  }),
)
