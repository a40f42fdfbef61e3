// One direction: contract → domain → ports → actions → (http | jobs | cli) → main; adapters see contract, domain and ports.
const server = '^packages/server/src/'
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ')}`,
  from: { path: `${server}${from}/` },
  to: { path: server, pathNot: [from, ...allowed].map((one) => `${server}${one}`) },
})

// The console: locales, ui and api → session, errors → channel (the open one) → features → shell → screens → app.
const webConsole = '^packages/console/src/'
const base = ['locales', 'ui', 'api', 'session', 'errors', 'channel']
const features = [
  'account',
  'alerts',
  'assistant',
  'channels',
  'conversation',
  'exports',
  'gallery',
  'imports',
  'members',
  'operator',
  'search',
  'service-settings',
  'settings',
  'setup',
  'sign-in',
  'usage',
  'webhooks',
]
/** Features do not import each other. An exception has a reason here and leads in one direction only. */
const uses = {
  // Pictures of a conversation open in the same lightbox as those of the gallery.
  conversation: ['gallery/lightbox'],
  // Alerts are set up and tested in both places.
  // Webhooks of a channel and of the service have the same list.
  'service-settings': ['alerts', 'webhooks'],
  settings: ['webhooks'],
  // The setup offers the rights of an operator right after the claim that links a person.
  setup: ['operator/person', 'alerts'],
}
const consoleLayer = (from, allowed) => ({
  name: `console-${from}`,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ') || 'itself'}`,
  from: { path: `${webConsole}${from}/` },
  to: { path: webConsole, pathNot: [from, ...allowed].map((one) => `${webConsole}${one}/`) },
})
const consoleFolders = [...base, ...features, 'shell', 'screens']

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'An import that is not found would slip through every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
    layer('domain-is-pure', 'domain', []),
    layer('ports', 'ports', ['domain']),
    layer('actions', 'actions', ['domain', 'ports']),
    layer('adapters-are-islands', 'adapters', ['domain', 'ports']),
    layer('http', 'http', ['domain', 'ports', 'actions']),
    layer('jobs', 'jobs', ['domain', 'ports', 'actions']),
    layer('cli', 'cli', ['domain', 'ports', 'actions', 'config', 'app/version']),
    {
      name: 'one-adapter-does-not-know-another',
      severity: 'error',
      from: { path: `${server}adapters/([^/]+)/` },
      to: { path: `${server}adapters/`, pathNot: `${server}adapters/($1|sql|http-client)/` },
    },
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: `${server}domain/` },
      to: { path: '^(node:)?(fs|http|https|net|child_process|worker_threads|sqlite)(/|$)' },
    },
    {
      name: 'contract-depends-on-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)' },
    },
    {
      name: 'others-never-import-the-server',
      severity: 'error',
      from: { path: '^packages/(contract|client|testdata|simulator|simulator-kit|simulator-telegram|console)/src/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'simulated-platforms-share-only-the-kit',
      severity: 'error',
      from: { path: '^packages/(simulator|simulator-kit|simulator-telegram)/src/' },
      to: { path: '^packages/', pathNot: '^packages/($1|simulator-kit|testdata)/' },
    },
    consoleLayer('locales', []),
    consoleLayer('ui', ['locales']),
    consoleLayer('api', []),
    consoleLayer('session', ['locales', 'ui', 'api']),
    consoleLayer('errors', ['locales', 'ui', 'api']),
    consoleLayer('channel', ['locales', 'ui', 'api', 'session', 'errors']),
    ...features.map((feature) => consoleLayer(feature, [...base, ...(uses[feature] ?? [])])),
    consoleLayer('shell', [...base, ...features]),
    consoleLayer('screens', [...base, ...features, 'shell']),
    {
      name: 'console-folders-are-listed',
      severity: 'error',
      comment: 'A new folder of the console needs its place in the order above.',
      from: {
        path: `${webConsole}(?!(${consoleFolders.join('|')})/|(main|early|first-load|screen-files|start-app|app|router)[.]tsx?)`,
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^node_modules|^packages/console/dist' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
