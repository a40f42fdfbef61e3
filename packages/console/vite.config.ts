import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { mantineStyles } from './mantine-styles.ts'
import { preloadApp } from './preload-app.ts'
import { slimContract } from './slim-contract.ts'
import { webApp } from './web-app.ts'

/** `npm run dev:console` serves the sources, and proxies everything else to a running service. */
const service = process.env.INNKEEPER_URL ?? 'http://127.0.0.1:8080'
const toService = { target: service, changeOrigin: true }

/**
 * Every file costs a phone another round trip. So what all pages need is in one file, and what several screens share is in few.
 * Without this, each component and icon that two screens have in common is a file of its own.
 */
const chunkGroups = [
  // The first script, which must not wait for the others.
  {
    name: 'first',
    test: /\/src\/(main|first-load|screen-files|api\/early-answers|session\/sign-out|ui\/after-first-load|locales\/(language|text-files))\.ts|preload-helper|rolldown[/\\]runtime/,
    priority: 3,
  },
  { name: 'app', tags: ['$initial' as const], priority: 2 },
  // With everything that they are made of, from which most other screens are made, too.
  {
    name: 'screens',
    test: /\/src\/(screens\/channels|channels\/channel-frame)\.tsx|\/info-circle\.ts|\/use-disclosure\.mjs/,
    priority: 1.9,
  },
  { name: 'fields', test: /\/components\/(Input|InputBase|TextInput|PasswordInput|Paper)\//, priority: 1.89 },
  { name: 'sign-in', test: /\/src\/screens\/sign-in\.tsx/, priority: 1.885 },
  // Libraries and Mantine's larger components, each with what it is made of. Nothing of ours is in these files, so that a screen
  // loads a list of choices without the form that shares it.
  { name: 'dragging', test: /\/@hello-pangea\/dnd\//, priority: 1.889 },
  {
    name: 'parts',
    test: /\/@mantine\/(hooks|core\/esm\/core)\/|\/(CheckIcon|RadioIcon|AccordionChevron|create-scoped-keydown-handler|to-int)\.mjs|\/src\/ui\/icons\/|\/contract\/src\/|\/use(Base|Infinite)Query\.js|\/infiniteQueryObserver\.js/,
    minShareCount: 2,
    priority: 1.88,
  },
  { name: 'switches', test: /\/components\/(SimpleGrid|Switch)\/|\/InlineInput\//, priority: 1.877 },
  {
    name: 'inputs',
    test: /\/components\/(Checkbox|Radio|Accordion|Card|Collapse|CopyButton|Kbd|Progress)\/|\/src\/ui\/late-(fields|dialog)/,
    priority: 1.875,
  },
  { name: 'floating', test: /\/@floating-ui\/|\/components\/(Popover|ScrollArea|Tooltip)\//, priority: 1.87 },
  { name: 'tables', test: /\/components\/Table\//, priority: 1.865 },
  { name: 'numbers', test: /\/react-number-format\/|\/components\/NumberInput\//, priority: 1.86 },
  { name: 'choices', test: /\/components\/(Combobox|Select|TagsInput|PillsInput)\//, priority: 1.85 },
  { name: 'dialogs', test: /\/components\/(Modal|Drawer)\//, priority: 1.84 },
  {
    name: 'menus',
    test: /\/src\/shell\/(account-menu|channel-switcher|preference-menus|more-tabs)\.tsx/,
    priority: 1.8,
  },
  {
    name: 'common',
    test: /\/src\/(channel|ui\/icons|ui\/format)\/|\/src\/ui\/(rows|layout|load-more|late-tooltip|web-link|date-range|highlight\/.*)\./,
    minShareCount: 2,
    priority: 1.6,
  },
  // Of settings, without what else these screens share with others.
  {
    name: 'editing',
    test: /\/src\/ui\/(editing\/(save-bar|unsaved-guard|use-edited|edited-fields|merge)|timezone)/,
    priority: 1.65,
  },
  // What these two are made of is divided by who else needs it, so that each loads only what it shows.
  {
    name: 'conversation',
    test: /\/src\/screens\/conversation\.tsx/,
    entriesAware: true,
    entriesAwareMergeThreshold: 12_000,
    priority: 1.5,
  },
  {
    name: 'rules',
    test: /\/src\/(assistant\/rules\/rules|screens\/assistant)\.tsx/,
    entriesAware: true,
    entriesAwareMergeThreshold: 12_000,
    priority: 1.4,
  },
  { name: 'charts', test: /\/(recharts|@mantine\/charts)\//, priority: 1.3 },
  { name: 'dates', test: /\/(dayjs\/dayjs|@mantine\/dates)/, priority: 1.2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000, test: isCode },
]

/** Texts stay in files of their own, one language each. */
function isCode(id: string): boolean {
  return !id.includes('/src/locales/') && !id.includes('/dayjs/locale/')
}

export default defineConfig({
  resolve: { alias: { 'react-i18next': join(import.meta.dirname, 'src/locales/use-translation.ts') } },
  plugins: [react(), slimContract(), mantineStyles(), preloadApp(), webApp(), compressAssets()],
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
      input: ['index.html', 'src/start-app.tsx'],
      // An icon is loaded with the screens that show it, although all are imported from one file.
      treeshake: { moduleSideEffects: [{ test: /\/ui\/icons\//, sideEffects: false }] },
      // How long its plugins take concerns no one who starts the service.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups },
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
})
